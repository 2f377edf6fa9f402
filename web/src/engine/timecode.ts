/** Time as editors read it: hours, minutes, seconds and frames, `00:01:23:12`. */
import type { Rate } from "@cutroom/timeline";

/** Frames that one second of time code counts: 30 at 29.97, without dropping numbers. */
function framesPerSecond(fps: Rate): number {
  return Math.max(1, Math.round(fps.n / fps.d));
}

export function formatTimecode(frame: number, fps: Rate): string {
  const perSecond = framesPerSecond(fps);
  const seconds = Math.floor(frame / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = perSecond > 100 ? 3 : 2;
  const rest = String(frame % perSecond).padStart(digits, "0");
  return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}:${rest}`;
}

/**
 * The frame that a person typed, or null. Read from the right: `12` is frame 12, `3:12` is
 * three seconds and twelve frames; `+10` and `-10` are relative to `from`.
 */
export function parseTimecode(text: string, fps: Rate, from: number): number | null {
  const match = /^\s*([+-]?)(\d{1,9}(?:[:;.]\d{1,3}){0,3})\s*$/.exec(text);
  if (!match) return null;
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = (match[2] ?? "")
    .split(/[:;.]/)
    .map(Number)
    .toReversed();
  const amount = ((hours * 60 + minutes) * 60 + seconds) * framesPerSecond(fps) + frames;
  if (match[1] === "") return amount;
  return Math.max(0, match[1] === "+" ? from + amount : from - amount);
}
