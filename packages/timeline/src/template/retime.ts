/**
 * New lengths for slots that follow their content. Time outside of them only moves; inside of
 * one everything on every track stretches along, so a title stays over its shot.
 */
import type { Clip, Marker, MediaClip, ProjectDocument } from "../document.ts";
import { floorToFrame, frameLength } from "../frames.ts";
import { MAX_DOCUMENT_FLICKS } from "../invariants.ts";
import { withKeysStretched } from "../keys.ts";
import type { SourceAsset } from "../new-clips.ts";
import {
  clipEnd,
  paceOf,
  pacedTimelineSpan,
  readsSource,
  timelineSpan,
  withFittingFades,
} from "../source.ts";
import { snapToFrame } from "../time.ts";
import type { Flicks } from "../time.ts";
import { bestTake, lengthOf } from "./fit-slot.ts";
import { slotClips, slotIdOf } from "./template.ts";
import type { Template } from "./template.ts";

/** How far from its length in the template a slot may go. */
const SHORTEST = 0.5;
const LONGEST = 1.5;

interface Section {
  readonly start: Flicks;
  readonly end: Flicks;
  readonly newStart: Flicks;
  readonly newEnd: Flicks;
}

interface Bounds {
  readonly least: Flicks;
  readonly wanted: Flicks;
  readonly most: Flicks;
}

function boundsOf(
  clip: MediaClip,
  minFlicks: Flicks,
  source: SourceAsset | undefined,
  { settings }: ProjectDocument,
): Bounds {
  const { duration, speed } = clip;
  const span = (flicks: Flicks) => timelineSpan(flicks, speed);
  const length = source === undefined ? null : lengthOf(source, settings.rate);
  const most = Math.min(LONGEST * duration, length === null ? Infinity : span(length));
  const least = Math.min(most, Math.max(span(minFlicks), SHORTEST * duration));
  if (source === undefined || length === null) return { least, wanted: duration, most };
  const { start, end } = bestTake(source);
  return { least, wanted: Math.min(most, Math.max(least, span(end - start))), most };
}

/** When the music's beats are, in the document's time; none when it starts after `before`. */
function beatsBefore(
  template: Template,
  media: Readonly<Record<string, SourceAsset>>,
  before: Flicks,
): readonly Flicks[] {
  for (const clip of slotClips(template)) {
    const beats = media[slotIdOf(clip) ?? ""]?.facts.analysis?.beats ?? [];
    if (clip.mediaKind !== "audio" || clip.start > before || beats.length === 0) continue;
    return beats.map((at) => clip.start + timelineSpan(at, clip.speed));
  }
  return [];
}

function nearest(beats: readonly Flicks[], to: Flicks, from: Flicks, until: Flicks): Flicks {
  const inside = beats.filter((beat) => beat >= from && beat <= until);
  return inside.reduce(
    (best, beat) => (Math.abs(beat - to) < Math.abs(best - to) ? beat : best),
    inside[0] ?? to,
  );
}

function sectionsOf(
  template: Template,
  media: Readonly<Record<string, SourceAsset>>,
): readonly Section[] {
  const { document, slots } = template;
  const { rate } = document.settings;
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const auto = slotClips(template).filter((clip) => {
    const slot = byId.get(slotIdOf(clip) ?? "");
    return slot?.length === "auto" && slot.accepts !== "audio";
  });
  const beats = beatsBefore(template, media, auto[0]?.start ?? 0);
  const sections: Section[] = [];
  let shift = 0;
  for (const clip of auto) {
    // Of slots that are seen at once the first one leads.
    if (clip.start < (sections.at(-1)?.end ?? 0)) continue;
    const id = slotIdOf(clip) ?? "";
    const { least, wanted, most } = boundsOf(
      clip,
      byId.get(id)?.minFlicks ?? 0,
      media[id],
      document,
    );
    const newStart = clip.start + shift;
    const cut = nearest(beats, newStart + wanted, newStart + least, newStart + most);
    const length = Math.max(frameLength(rate), floorToFrame(cut - newStart, rate));
    const end = clipEnd(clip);
    sections.push({ start: clip.start, end, newStart, newEnd: newStart + length });
    shift = newStart + length - end;
  }
  return sections;
}

/** Where a time of the template is now; grows with its time, so nothing comes to overlap. */
function mapTime(sections: readonly Section[], at: Flicks): Flicks {
  let shift = 0;
  for (const { start, end, newStart, newEnd } of sections) {
    if (at <= start) break;
    if (at < end) {
      return newStart + Math.floor(((at - start) * (newEnd - newStart)) / (end - start));
    }
    shift = newEnd - end;
  }
  return at + shift;
}

/** Nobody has timed the words of a caption anew. */
function untimed(clip: Clip): Clip {
  if (clip.kind !== "caption") return clip;
  const { words: _words, ...plain } = clip;
  return plain;
}

function movedClip(clip: Clip, [start, end]: readonly [Flicks, Flicks], document: ProjectDocument) {
  const { rate } = document.settings;
  const room = readsSource(clip)
    ? pacedTimelineSpan(clip.sourceDuration - clip.sourceStart, paceOf(clip))
    : Number.POSITIVE_INFINITY;
  const isSound = clip.kind === "media" && clip.mediaKind === "audio";
  const duration = Math.min(end - start, isSound ? room : floorToFrame(room, rate));
  if (start === clip.start && duration === clip.duration) return clip;
  const moved = untimed({ ...clip, start, duration });
  return withFittingFades(withKeysStretched(moved, duration / clip.duration, rate));
}

/**
 * The template's document with the lengths that the chosen files ask for. Unchanged when a clip
 * would last less than a frame or the document more than a day.
 */
export function retime(
  template: Template,
  media: Readonly<Record<string, SourceAsset>>,
): ProjectDocument {
  const { document } = template;
  const { rate } = document.settings;
  const sections = sectionsOf(template, media);
  if (sections.every(({ end, newEnd }) => end === newEnd)) return document;
  const clips = Object.values(document.clips).map((clip) => {
    const isSound = clip.kind === "media" && clip.mediaKind === "audio";
    const place = (at: Flicks) =>
      isSound ? mapTime(sections, at) : snapToFrame(mapTime(sections, at), rate);
    return movedClip(clip, [place(clip.start), place(clipEnd(clip))], document);
  });
  const sane = clips.every(
    (clip) => clip.duration >= frameLength(rate) && clipEnd(clip) <= MAX_DOCUMENT_FLICKS,
  );
  if (!sane) return document;
  const moved = (marker: Marker): Marker => ({ ...marker, at: mapTime(sections, marker.at) });
  const markers = Object.values(document.markers).map(moved);
  return {
    ...document,
    clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])),
    markers: Object.fromEntries(markers.map((marker) => [marker.id, marker])),
  };
}
