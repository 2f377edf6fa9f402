/**
 * SubRip and WebVTT: blocks of lines under a line with two times. Tolerant, because most files
 * of either kind break some rule: numbers and hours may be missing, a comma or a point or a
 * colon stands before the fraction, cues may be out of order.
 * WebVTT: w3.org/TR/webvtt1. SubRip has no standard.
 */
import type { Flicks } from "../time.ts";
import { clockFlicks, fractionFlicks } from "./cue.ts";
import type { Cue } from "./cue.ts";
import { decodeEntities, joinPieces, withoutTags } from "./cue-text.ts";
import type { TimedPiece } from "./cue-text.ts";

const CLOCK = String.raw`(?:(\d{1,3})\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[,.:]\s*(\d{1,6}))?`;
const TIMING = new RegExp(String.raw`^\s*${CLOCK}\s*-{1,2}>\s*${CLOCK}(?:\s.*)?$`);
const INNER_TIME = new RegExp(`<${CLOCK}>`, "g");
const BLOCKS_WITHOUT_CUES = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

function clockOf(parts: readonly (string | undefined)[]): Flicks {
  const [hours, minutes, seconds, fraction] = parts;
  const whole = clockFlicks(Number(hours ?? 0), Number(minutes), Number(seconds));
  return whole + fractionFlicks(fraction ?? "0");
}

/** The text cut at WebVTT's times of words. */
function piecesOf(text: string, start: Flicks): TimedPiece[] {
  const pieces: TimedPiece[] = [];
  let at: Flicks | null = null;
  let cursor = 0;
  const timed = [...text.matchAll(INNER_TIME)];
  for (const mark of timed) {
    const before = text.slice(cursor, mark.index);
    // What stands before the first time is said from the cue's start on.
    pieces.push({ text: before, at: at ?? 0 });
    at = Math.max(0, clockOf(mark.slice(1)) - start);
    cursor = mark.index + mark[0].length;
  }
  pieces.push({ text: text.slice(cursor), at });
  return pieces.map(({ text: raw, at: from }) => ({
    text: decodeEntities(withoutTags(raw)),
    at: from,
  }));
}

function cueOf(timing: RegExpExecArray, lines: readonly string[]): Cue {
  const start = clockOf(timing.slice(1, 5));
  return {
    start,
    end: clockOf(timing.slice(5, 9)),
    ...joinPieces(piecesOf(lines.join("\n"), start)),
  };
}

/**
 * A cue of SubRip goes on over empty lines until the next one begins, whose number is the line
 * above its times; a cue of WebVTT ends at an empty line.
 */
export function parseTimedLines(text: string, format: "srt" | "vtt"): Cue[] {
  const cues: Cue[] = [];
  let timing: RegExpExecArray | null = null;
  let body: string[] = [];
  let skipping = false;
  const end = () => {
    if (timing) cues.push(cueOf(timing, body));
    timing = null;
    body = [];
  };
  for (const line of text.split("\n")) {
    const next = TIMING.exec(line);
    if (next) {
      if (format === "srt" && /^\s*\d+\s*$/.test(body.at(-1) ?? "")) body.pop();
      end();
      timing = next;
      skipping = false;
    } else if (format === "vtt" && line.trim() === "") {
      end();
      skipping = false;
    } else if (timing === null && BLOCKS_WITHOUT_CUES.test(line)) skipping = true;
    else if (timing !== null && !skipping) body.push(line);
  }
  end();
  return cues;
}
