/** A caption track as a file that players read beside the film. */
import type { CaptionClip, ProjectDocument } from "../document.ts";
import { clipsOnTrack, documentDuration, lookUp } from "../queries.ts";
import { clipEnd, recut, startingAt } from "../source.ts";
import type { Flicks, TimeRange } from "../time.ts";
import { FLICKS_PER_MS } from "./cue.ts";

export const SIDECAR_FORMATS = ["srt", "vtt"] as const;
export type SidecarFormat = (typeof SIDECAR_FORMATS)[number];

function clock(time: Flicks, point: "," | "."): string {
  const ms = Math.round(time / FLICKS_PER_MS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = `${two((ms / 1_000) % 60)}${point}${String(ms % 1_000).padStart(3, "0")}`;
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${seconds}`;
}

/** An empty line would end the cue. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Words after the first carry their times, as WebVTT has them. */
function timedText(cue: CaptionClip): string {
  const marks = (cue.words ?? []).filter((word) => word.at > 0);
  let text = "";
  let from = 0;
  for (const word of marks) {
    text += `${escaped(cue.text.slice(from, word.from))}<${clock(cue.start + word.at, ".")}>`;
    from = word.from;
  }
  return lines(text + escaped(cue.text.slice(from)));
}

/** The cues of a caption track that are on while the film lasts, in time order. */
function captionCues(document: ProjectDocument, trackId: string): CaptionClip[] {
  const end = documentDuration(document);
  return clipsOnTrack(document, trackId).flatMap((clip) =>
    clip.kind === "caption" && clip.start < end && clip.text.trim() !== "" ? [clip] : [],
  );
}

/** What of the cues is on in `window`, whose beginning is their new time 0. */
function cuesWithin(cues: readonly CaptionClip[], { start, duration }: TimeRange): CaptionClip[] {
  return cues.flatMap((cue) => {
    const from = Math.max(cue.start, start);
    const to = Math.min(clipEnd(cue), start + duration);
    if (from >= to) return [];
    const piece = startingAt(recut(cue, from, to), from - start);
    return piece.kind === "caption" ? [piece] : [];
  });
}

/** Ids of the caption tracks that are shown, in the order of the tracks. */
export function captionTracks(document: ProjectDocument): string[] {
  return document.trackOrder.filter((id) => {
    const track = lookUp(document.tracks, id);
    return track?.kind === "caption" && !track.hidden;
  });
}

/**
 * Lines end as each format's players expect. A track without cues gives a file without cues.
 * `window` is the stretch of the film that it is for; absent: all of it.
 */
export function writeCaptions(
  document: ProjectDocument,
  trackId: string,
  format: SidecarFormat,
  window?: TimeRange,
): string {
  const all = captionCues(document, trackId);
  const cues = window === undefined ? all : cuesWithin(all, window);
  if (format === "srt") {
    const blocks = cues.map((cue, index) => {
      const times = `${clock(cue.start, ",")} --> ${clock(clipEnd(cue), ",")}`;
      return `${index + 1}\n${times}\n${lines(cue.text)}\n`;
    });
    return blocks.join("\n").replaceAll("\n", "\r\n");
  }
  const blocks = cues.map(
    (cue) => `${clock(cue.start, ".")} --> ${clock(clipEnd(cue), ".")}\n${timedText(cue)}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}
