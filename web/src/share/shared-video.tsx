"use client";
import { useEffect, useRef } from "react";
import { SeekStrip } from "./seek-strip.tsx";
import type { Seekable } from "./seek-strip.tsx";

export interface SharedVideoProps {
  readonly src: string;
  /** The playlist of an adaptive stream; null when there is only the file. */
  readonly stream: string | null;
  readonly poster: string | undefined;
  readonly label: string;
  readonly className: string | undefined;
  readonly shape: string;
  readonly noVideo: string;
  /** Null without small pictures to look for a place by. */
  readonly seek: Seekable | null;
}

const HLS_TYPE = "application/vnd.apple.mpegurl";

/**
 * The file, or where a script runs and there is one the adaptive stream of it: played natively,
 * or by hls.js. Whatever goes wrong with the stream, the file is played.
 */
export function SharedVideo(props: SharedVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { src, stream } = props;
  useEffect(() => {
    const element = video.current;
    if (stream === null || element === null || !element.paused) return undefined;
    let stop = () => {};
    let ended = false;
    const begin = async () => {
      const { default: Hls } = await import("hls.js");
      if (ended) return;
      if (!Hls.isSupported()) {
        if (element.canPlayType(HLS_TYPE) !== "") element.src = stream;
        return;
      }
      // A worker would have to come from a blob, which the page's policy does not run.
      const player = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
      stop = () => player.destroy();
      player.on(Hls.Events.ERROR, (_event, data) => {
        if (!data.fatal) return;
        player.destroy();
        element.src = src;
      });
      player.loadSource(stream);
      player.attachMedia(element);
      element.dataset["stream"] = "adaptive";
    };
    void begin();
    return () => {
      ended = true;
      stop();
    };
  }, [src, stream]);
  const onSeek = (timeS: number) => {
    if (video.current !== null) video.current.currentTime = timeS;
  };
  return (
    <div>
      <video
        ref={video}
        className={props.className}
        style={{ aspectRatio: props.shape }}
        src={src}
        poster={props.poster}
        controls
        playsInline
        preload="metadata"
        aria-label={props.label}
      >
        {props.noVideo}
      </video>
      {props.seek === null ? null : <SeekStrip {...props.seek} video={video} onSeek={onSeek} />}
    </div>
  );
}
