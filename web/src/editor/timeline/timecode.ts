import { type Flicks, type Rate, flicksToFrameNearest, framesToFlicks } from "@cutroom/timeline";

const two = (value: number) => String(value).padStart(2, "0");

/** `00:01:23:12`: hours, minutes, seconds, frames; non-drop, so every frame has its own name. */
export function formatTimecode(time: Flicks, fps: Rate): string {
  const nominal = Math.round(fps.n / fps.d);
  const frames = Math.abs(flicksToFrameNearest(time, fps));
  const seconds = Math.floor(frames / nominal);
  const text = [
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    frames % nominal,
  ]
    .map(two)
    .join(":");
  return time < 0 ? `-${text}` : text;
}

/** A signed difference, as short as it can be read: `+12`, `-1:04`, `+1:00:00` (seconds:frames). */
export function formatDelta(time: Flicks, fps: Rate): string {
  const nominal = Math.round(fps.n / fps.d);
  const frames = flicksToFrameNearest(Math.abs(time), fps);
  const sign = time < 0 ? "-" : "+";
  const seconds = Math.floor(frames / nominal);
  if (seconds === 0) return `${sign}${frames}`;
  const rest = `${two(seconds % 60)}:${two(frames % nominal)}`;
  const minutes = Math.floor(seconds / 60);
  return minutes === 0
    ? `${sign}${seconds}:${two(frames % nominal)}`
    : `${sign}${minutes}:${rest}`;
}

/**
 * Reads what a person types: `1:23:12`, `12` (frames), `2.5s`, and `+1:00` or `-10` relative to
 * `current`. Null when it is none of these; never negative.
 */
export function parseTimecode(text: string, fps: Rate, current: Flicks): Flicks | null {
  const match = /^([+-]?)\s*(.+)$/.exec(text.trim());
  if (match === null) return null;
  const [, sign = "", body = ""] = match;
  const length = parseLength(body, fps);
  if (length === null) return null;
  if (sign === "") return length;
  return Math.max(0, current + (sign === "-" ? -length : length));
}

function parseLength(body: string, fps: Rate): Flicks | null {
  const nominal = Math.round(fps.n / fps.d);
  const inSeconds = /^(\d+(?:\.\d+)?)\s*s$/i.exec(body);
  if (inSeconds !== null) {
    return framesToFlicks(Math.round((Number(inSeconds[1]) * fps.n) / fps.d), fps);
  }
  if (!/^\d+([:;.]\d+){0,3}$/.test(body)) return null;
  const parts = body.split(/[:;.]/).map(Number);
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.toReversed();
  const total = ((hours * 60 + minutes) * 60 + seconds) * nominal + frames;
  return Number.isSafeInteger(framesToFlicks(total, fps)) ? framesToFlicks(total, fps) : null;
}
