"use client";
import type { Asset } from "@cutroom/contracts";
import { flicksToSeconds } from "@cutroom/timeline";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useApi } from "../server/client.ts";
import { formatDuration } from "../ui/format.ts";
import css from "./film-preview.module.css";
import { type ThumbnailPlace, readThumbnailCue } from "./thumbnail-cue.ts";

interface Seen {
  /** 0 to 1 of the film. */
  readonly share: number;
  readonly place: ThumbnailPlace;
}

/** The film's thumbnail track as an address that a `<track>` may load; null until it is here. */
function useThumbnails(assetId: string): string | null {
  const api = useApi();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const params = { asset_id: assetId };
      const answer = await api.getThumbnails({ params }, { signal: stop.signal }).catch(() => null);
      if (answer === null || !answer.ok || stop.signal.aborted) return;
      made = URL.createObjectURL(new Blob([answer.value], { type: "text/vtt" }));
      setAddress(made);
    };
    void load();
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [api, assetId]);
  return address;
}

/** The picture of a sheet's place, as wide as it is on the sheet. */
function Thumbnail({ share, place, timeS }: Seen & { readonly timeS: number }) {
  const { url, x, y, width, height } = place;
  const background = `url("${url}") -${x}px -${y}px`;
  const left = `clamp(0px, calc(${share * 100}% - ${width / 2}px), calc(100% - ${width}px))`;
  return (
    <div className={css["thumbnail"]} style={{ left, width }}>
      <div style={{ width, height, background }} />
      <span>{formatDuration(timeS * 1_000)}</span>
    </div>
  );
}

/** A film that plays, and below it a strip: moving across shows its pictures, a press goes there. */
export function FilmPreview({ asset, src }: { readonly asset: Asset; readonly src: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<HTMLTrackElement>(null);
  const [seen, setSeen] = useState<Seen | null>(null);
  const thumbnails = useThumbnails(asset.id);
  const lengthS = flicksToSeconds(asset.facts?.duration ?? 0);
  const keepTrack = (element: HTMLTrackElement | null) => {
    track.current = element;
    // Only a track that is not off is loaded.
    if (element !== null) element.track.mode = "hidden";
  };
  const shareOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(0.999, (event.clientX - box.left) / box.width));
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const share = shareOf(event);
    const cue = [...(track.current?.track.cues ?? [])].find(
      ({ startTime, endTime }) => startTime <= share * lengthS && share * lengthS < endTime,
    );
    const place = cue instanceof VTTCue ? readThumbnailCue(cue.text) : null;
    setSeen(place === null ? null : { share, place });
  };
  return (
    <div className={css["preview"]}>
      <video
        ref={video}
        src={src}
        poster={asset.urls.poster ?? undefined}
        controls
        playsInline
        preload="none"
      >
        {thumbnails === null ? null : <track ref={keepTrack} kind="metadata" src={thumbnails} />}
      </video>
      {thumbnails === null ? null : (
        <div
          className={css["strip"]}
          data-testid="thumbnail-strip"
          aria-hidden
          onPointerMove={onMove}
          onPointerLeave={() => setSeen(null)}
          onPointerDown={(event) => {
            if (video.current !== null) video.current.currentTime = shareOf(event) * lengthS;
          }}
        >
          {seen === null ? null : (
            <>
              <div className={css["needle"]} style={{ left: `${seen.share * 100}%` }} />
              <Thumbnail {...seen} timeS={seen.share * lengthS} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
