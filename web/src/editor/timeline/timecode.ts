import {
  type Flicks,
  type Rate,
  flicksToFrameNearest,
  framesToFlicks,
  nominalRate,
  parseTimecode,
} from "@cutroom/timeline";

const two = (value: number) => String(value).padStart(2, "0");

/** A signed difference, as short as it can be read: `+12`, `-1:04`, `+1:00:00` (seconds:frames). */
export function formatDelta(time: Flicks, fps: Rate): string {
  const nominal = nominalRate(fps);
  const frames = flicksToFrameNearest(Math.abs(time), fps);
  const sign = time < 0 ? "-" : "+";
  const seconds = Math.floor(frames / nominal);
  const rest = two(frames % nominal);
  if (seconds === 0) return `${sign}${frames}`;
  if (seconds < 60) return `${sign}${seconds}:${rest}`;
  return `${sign}${Math.floor(seconds / 60)}:${two(seconds % 60)}:${rest}`;
}

/**
 * Reads what a person types: `1:23:12`, `12` (frames), `2.5s`, and `+1:00` or `-10` relative to
 * `current`. Null when it is none of these; never negative.
 */
export function readTimecode(text: string, fps: Rate, current: Flicks): Flicks | null {
  const [, sign = "", body = ""] = /^([+-]?)\s*(.+)$/.exec(text.trim()) ?? [];
  const inSeconds = /^(\d{1,6}(?:\.\d{1,3})?)\s*s$/i.exec(body);
  let length: Flicks;
  if (inSeconds === null) {
    const parsed = parseTimecode(body, fps);
    if (!parsed.ok) return null;
    length = parsed.value;
  } else length = framesToFlicks(Math.round((Number(inSeconds[1]) * fps.n) / fps.d), fps);
  if (sign === "") return length;
  return Math.max(0, current + (sign === "-" ? -length : length));
}
