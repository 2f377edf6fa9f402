/**
 * Advanced SubStation Alpha (and SSA): the dialogue lines of its events, without their looks.
 * Karaoke times become times of words.
 */
import type { Flicks } from "../time.ts";
import { FLICKS_PER_MS, clockFlicks, fractionFlicks } from "./cue.ts";
import type { Cue } from "./cue.ts";
import { joinPieces } from "./cue-text.ts";
import type { TimedPiece } from "./cue-text.ts";

const CLOCK = /^(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?$/;
const USUAL = "layer,start,end,style,name,marginl,marginr,marginv,effect,text";
const KARAOKE = /\\k[fo]?(\d+)/gi;
/** Says how much of the text after it is a drawing, not words. */
const DRAWING = /\\p(\d+)/;

function clockOf(text: string | undefined): Flicks | null {
  const found = CLOCK.exec((text ?? "").trim());
  if (!found) return null;
  const [, hours, minutes, seconds, fraction] = found;
  const whole = clockFlicks(Number(hours), Number(minutes), Number(seconds));
  return whole + fractionFlicks(fraction ?? "0");
}

function plain(text: string): string {
  return text.replaceAll(/\\n/gi, "\n").replaceAll(String.raw`\h`, " ");
}

function piecesOf(text: string): TimedPiece[] {
  const pieces: TimedPiece[] = [];
  let ends = 0;
  let at: Flicks | null = null;
  let draws = false;
  for (const [, tags = "", shown = ""] of text.matchAll(/(?:\{([^{}]*)\})?([^{]*)/g)) {
    for (const [, centiseconds] of tags.matchAll(KARAOKE)) {
      at = ends;
      ends += Number(centiseconds) * 10 * FLICKS_PER_MS;
    }
    const drawing = DRAWING.exec(tags);
    if (drawing) draws = Number(drawing[1]) > 0;
    if (!draws && shown !== "") pieces.push({ text: plain(shown), at });
  }
  return pieces;
}

/** The fields of a line, of which the last one may hold commas. */
function fieldsOf(line: string, count: number): string[] {
  const parts = line.split(",");
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(",")];
}

export function parseAss(text: string): Cue[] {
  const cues: Cue[] = [];
  let names = USUAL.split(",");
  let inEvents = false;
  for (const line of text.split("\n")) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line);
    if (section) inEvents = section[1]?.toLowerCase() === "events";
    const entry = /^\s*(format|dialogue)\s*:\s*(.*)$/i.exec(line);
    if (!inEvents || !entry) continue;
    const [, kind = "", rest = ""] = entry;
    if (kind.toLowerCase() === "format") {
      names = rest.split(",").map((name) => name.trim().toLowerCase());
      continue;
    }
    const fields = fieldsOf(rest, names.length);
    const start = clockOf(fields[names.indexOf("start")]);
    const end = clockOf(fields[names.indexOf("end")]);
    const shown = fields[names.indexOf("text")] ?? "";
    if (start !== null && end !== null) cues.push({ start, end, ...joinPieces(piecesOf(shown)) });
  }
  return cues;
}
