"use client";
import type { PublicShare } from "@cutroom/contracts";
import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { formatDuration } from "../ui/format.ts";
import { tileStyle } from "../ui/strip-tile.ts";
import css from "./seek-strip.module.css";

export interface Seekable {
  readonly filmstrip: NonNullable<PublicShare["filmstrip"]>;
  readonly durationMs: number;
  readonly label: string;
}

/** The seconds of the film at which it stands; it says so late, so whoever moves it says so at once. */
function useTime(video: RefObject<HTMLVideoElement | null>) {
  const [timeS, setTimeS] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const follow = () => setTimeS(element.currentTime);
    element.addEventListener("timeupdate", follow);
    return () => element.removeEventListener("timeupdate", follow);
  }, [video]);
  return [timeS, setTimeS] as const;
}

/** Below a film: pointing at a place or going there by keys shows its picture, a press plays from it. */
export function SeekStrip(
  props: Seekable & {
    readonly video: RefObject<HTMLVideoElement | null>;
    readonly onSeek: (timeS: number) => void;
  },
) {
  const { video, onSeek, filmstrip, durationMs, label } = props;
  const lengthS = durationMs / 1_000;
  const [timeS, setTimeS] = useTime(video);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isFocused, setFocused] = useState(false);
  const shown = pointed ?? (isFocused ? Math.min(1, timeS / lengthS) : null);
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)));
  };
  const width = filmstrip.tile_width;
  return (
    <div className={css["strip"]} onPointerMove={onMove} onPointerLeave={() => setPointed(null)}>
      <input
        type="range"
        min={0}
        max={lengthS}
        step={Math.min(1, lengthS / 100)}
        value={timeS}
        aria-label={label}
        aria-valuetext={formatDuration(timeS * 1_000)}
        onChange={(event) => {
          const asked = event.currentTarget.valueAsNumber;
          setTimeS(asked);
          onSeek(asked);
        }}
        onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
      />
      {shown === null ? null : (
        <div
          className={css["picture"]}
          style={{
            width,
            left: `clamp(0px, calc(${shown * 100}% - ${width / 2}px), calc(100% - ${width}px))`,
          }}
          aria-hidden
        >
          <div className={css["tile"]} style={tileStyle(filmstrip, shown)} />
          <span>{formatDuration(shown * durationMs)}</span>
        </div>
      )}
    </div>
  );
}
