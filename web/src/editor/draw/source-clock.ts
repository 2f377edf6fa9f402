/** Where in its source a clip is, in seconds, as its strip and its wave are drawn. */
import {
  type MediaClip,
  flicksToSeconds,
  paceOf,
  secondsToFlicks,
  sourceElapsedFlicks,
} from "@cutroom/timeline";

export type Running = Pick<
  MediaClip,
  "sourceStart" | "duration" | "speed" | "speedKeys" | "reversed" | "frozen"
>;

/** From seconds after the clip's start to seconds of its source. */
export function sourceClock(clip: Running): (offsetSeconds: number) => number {
  const start = flicksToSeconds(clip.sourceStart);
  if (clip.frozen) return () => start;
  const pace = paceOf(clip);
  const speed = clip.speed.n / clip.speed.d;
  const read = (offset: number) =>
    pace.ramp === undefined
      ? offset * speed
      : flicksToSeconds(sourceElapsedFlicks(pace, secondsToFlicks(offset)));
  if (!clip.reversed) return (offset) => start + read(offset);
  const top = start + read(flicksToSeconds(clip.duration));
  return (offset) => top - read(offset);
}
