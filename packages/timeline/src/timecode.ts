/**
 * SMPTE timecode. It numbers frames, so at 23.976 it falls behind the clock by design; at
 * 29.97 and 59.94 drop-frame keeps it in step by leaving out the first numbers of nine minutes
 * in ten. `formatClock` shows real time at any rate.
 */
import { flicksToFrameFloor, flicksToMs, framesToFlicks } from "./time.ts";
import type { Flicks, Rate } from "./time.ts";
import { fail, ok } from "./result.ts";
import type { Failure, Result } from "./result.ts";

/** Frame numbers in a second of timecode: 30 for 29.97. */
export function nominalRate(fps: Rate): number {
  return Math.round(fps.n / fps.d);
}

/** Drop-frame is defined for the NTSC multiples of 30. */
export function isDropFrame(fps: Rate): boolean {
  return fps.d === 1001 && nominalRate(fps) % 30 === 0;
}

/** Numbers left out at the start of a minute: 2 at 29.97, 4 at 59.94. */
function droppedPerMinute(fps: Rate): number {
  return isDropFrame(fps) ? nominalRate(fps) / 15 : 0;
}

/** The number that timecode gives to the frame that is really the `frame`-th. */
function labelOf(frame: number, fps: Rate): number {
  const dropped = droppedPerMinute(fps);
  if (dropped === 0) return frame;
  const perMinute = nominalRate(fps) * 60 - dropped;
  const perTenMinutes = perMinute * 10 + dropped;
  const tens = Math.floor(frame / perTenMinutes);
  const rest = frame % perTenMinutes;
  const minutes = rest < dropped ? 0 : Math.floor((rest - dropped) / perMinute);
  return frame + dropped * (9 * tens + minutes);
}

const two = (value: number) => String(value).padStart(2, "0");

/** `00:01:23:12`, or `00:01:23;12` with drop-frame, of the frame that is on at `time`. */
export function formatTimecode(time: Flicks, fps: Rate): string {
  const label = labelOf(Math.max(0, flicksToFrameFloor(time, fps)), fps);
  const nominal = nominalRate(fps);
  const seconds = Math.floor(label / nominal);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map(two).join(":")}${isDropFrame(fps) ? ";" : ":"}${two(label % nominal)}`;
}

export type TimecodeFailure = Failure<"timecode.unreadable" | "timecode.dropped">;

/**
 * The time at which the frame of that timecode begins. Missing leading parts are 0 (`12` is
 * frame 12, `1:00` is one second); `;`, `:` and `.` all separate. Fails with
 * `timecode.unreadable`, or `timecode.dropped` for a number that drop-frame leaves out.
 */
export function parseTimecode(text: string, fps: Rate): Result<Flicks, TimecodeFailure> {
  const trimmed = text.trim();
  if (!/^\d{1,3}(?:[:;.]\d{1,3}){0,3}$/.test(trimmed)) return fail("timecode.unreadable");
  const numbers = trimmed.split(/[:;.]/).map(Number);
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = [
    ...Array.from({ length: 4 - numbers.length }, () => 0),
    ...numbers,
  ];
  const nominal = nominalRate(fps);
  if (minutes > 59 || seconds > 59 || frames >= nominal) return fail("timecode.unreadable");
  const dropped = droppedPerMinute(fps);
  if (seconds === 0 && frames < dropped && minutes % 10 !== 0) return fail("timecode.dropped");
  const allMinutes = hours * 60 + minutes;
  const skipped = dropped * (allMinutes - Math.floor(allMinutes / 10));
  const frame = (allMinutes * 60 + seconds) * nominal + frames - skipped;
  return ok(framesToFlicks(frame, fps));
}

/** Real time, `1:02:03.450` or `2:03.450`, cut to milliseconds; never rounded past a second. */
export function formatClock(time: Flicks): string {
  const ms = flicksToMs(Math.max(0, time));
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = `${two(seconds % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
