/** Clips of the small project, by what differs from plain ones. Times in frames. */
import { EASES, framesToFlicks } from "@cutroom/timeline";
import type { Clip, Key, Rate } from "@cutroom/timeline";

export const RATE: Rate = { n: 30, d: 1 };
export const SECONDS = 12;
export const frameAt = (frame: number) => framesToFlicks(frame, RATE);
export const atRest = { x: 0, y: 0, scale: 1, rotationDeg: 0 };

/** [frame of the clip, value]: eased from one to the next. */
export function moving(...points: readonly (readonly [number, number])[]): Key[] {
  return points.map(([frame, value]) => ({
    at: frameAt(frame),
    value,
    ease: EASES["ease-in-out"],
  }));
}

export function mediaClip(
  part: Partial<Extract<Clip, { kind: "media" }>> & { id: string; assetId: string },
): Clip {
  return {
    kind: "media",
    trackId: "main",
    name: part.id,
    start: 0,
    duration: frameAt(120),
    linkId: null,
    checksum: "0".repeat(64),
    mediaKind: "video",
    sourceDuration: frameAt(SECONDS * 30),
    sourceStart: 0,
    speed: { n: 1, d: 1 },
    transform: atRest,
    opacity: 1,
    fadeIn: 0,
    fadeOut: 0,
    audio: { gainDb: -12, muted: false, fadeIn: 0, fadeOut: 0 },
    ...part,
  };
}
