/**
 * How much of a file is broken. Decoders complain several times of one damaged frame, and not at
 * all of one that never reached them, so frames are counted and not complaints: those that a
 * decoder names as broken, and those that the container promises and the decoder never gave.
 * More than a tenth of them is a file that nobody can use; anything less is worth a warning.
 */
import type { IngestWarning } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { Measured } from "./classify.ts";
import { STILLS } from "./stills.ts";

/** More broken than this is refused. */
const MAX_BROKEN_SHARE = 0.1;
/** So many broken frames never refuse a file, however short it is. */
const ALWAYS_FORGIVEN = 2;
const CUT_OFF = /partial file|ended prematurely|moov atom not found/i;
/** What FFmpeg's decoders say once per broken frame, slice or packet. */
const NAMES_A_FRAME = new RegExp(
  [
    // H.264, HEVC
    "error while decoding MB|missing picture in access unit|Could not find ref with POC",
    "Error parsing NAL unit",
    // MPEG-2, MPEG-4
    "Error at MB|header damaged|slice mismatch",
    // VP8, VP9, AV1, motion JPEG
    "Error parsing frame sizes|Invalid compressed header|Error parsing OBU|error y=\\d+",
    // Any
    "Error submitting packet|error decoding (picture|slice|frame)",
  ].join("|"),
  "i",
);
/** The others stand beside a line that names a frame; alone, about so many make one. */
const LINES_PER_FRAME = 4;
const REPEATED = /Last message repeated (\d+) times/;
/** Matroska lost its place and skipped what it could not read, without a decoder noticing. */
const CONTAINER = /EBML|Unknown-sized element/;
/** AAC's, and near enough to other codecs'. */
const SAMPLES_PER_PACKET = 1_024;

/** Frames that the decoder complained of. */
export function brokenFrames(errors: readonly string[]): number {
  let [named, others] = [0, 0];
  let lastNamed = false;
  for (const line of errors) {
    const times = Number(REPEATED.exec(line)?.[1] ?? 0);
    if (times === 0) lastNamed = NAMES_A_FRAME.test(line);
    if (lastNamed) named += Math.max(1, times);
    // Said over and over without naming a frame, it is about one frame.
    else if (times === 0) others += 1;
  }
  return Math.max(named, Math.ceil(others / LINES_PER_FRAME));
}

/** Frames between and behind those that were decoded, where the container itself is broken. */
function skippedFrames(measured: Measured): number {
  const { video, probe } = measured;
  if (video === null || video.scan.ticks.length < 2) return 0;
  const { ticks } = video.scan;
  const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
  const step = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  if (step <= 0) return 0;
  const base = video.stream.time_base ?? { n: 1, d: 1_000 };
  const lasts = ((probe.format.duration ?? 0) * base.d) / base.n;
  const end = Math.max(lasts, (ticks.at(-1) ?? 0) + step);
  return Math.max(0, Math.round((end - (ticks[0] ?? 0)) / step) - ticks.length);
}

/** How many frames, or packets of sound, the file should have and how many of them are broken. */
function countBroken(measured: Measured, errors: readonly string[]) {
  const { video, sounds } = measured;
  const broken = brokenFrames(errors);
  if (video === null) {
    const [sound] = sounds;
    const seconds = sound?.scan ? sound.scan.endS - sound.scan.startS : 0;
    const sampleRate = sound?.stream.sample_rate ?? 48_000;
    return { broken, total: (seconds * sampleRate) / SAMPLES_PER_PACKET };
  }
  const decoded = video.scan.ticks.length + video.scan.undated;
  const promised = Math.max(0, (video.stream.nb_frames ?? 0) - decoded);
  const isLost = errors.some((line) => CONTAINER.test(line));
  const missing = Math.max(promised, isLost ? skippedFrames(measured) : 0);
  // A frame that was named and never came is one frame, not two.
  return { broken: Math.max(broken, missing), total: decoded + missing };
}

/** TRUNCATED, CORRUPT, the warning of a file that can be used, or null for a clean one. */
export function judgeDamage(measured: Measured): StepResult<IngestWarning | null> {
  const { video, sounds, container } = measured;
  const heard = sounds[0]?.scan;
  const errors = [...(video?.scan.errors ?? []), ...(heard?.errors ?? [])];
  const text = errors.slice(0, 20).join("\n");
  const frames = video?.scan.ticks.length ?? 0;
  if (errors.some((line) => CUT_OFF.test(line))) return refused("TRUNCATED", text);
  const isNothing = video === null ? heard === null : frames + video.scan.undated === 0;
  if (isNothing) return refused("CORRUPT", `nothing can be decoded: ${text}`);
  if (errors.length === 0) return ok(null);
  const claimed = video?.stream.nb_frames ?? 0;
  if (!STILLS.has(container) && claimed > 0 && frames < claimed * 0.9 && errors.length > 2) {
    return refused("TRUNCATED", `${frames} of ${claimed} frames: ${text}`);
  }
  const { broken, total } = countBroken(measured, errors);
  const isBad = broken > Math.max(ALWAYS_FORGIVEN, total * MAX_BROKEN_SHARE);
  const found = `${broken} of ${Math.round(total)} broken: ${text}`;
  return isBad ? refused("CORRUPT", found) : ok("decode-errors");
}
