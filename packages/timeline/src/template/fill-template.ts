/** From a template and what a person chose to an ordinary document. */
import type { Clip, ProjectDocument, TextClip, Track } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditFailure } from "../failure-codes.ts";
import { frameLength } from "../frames.ts";
import { DEFAULT_TEXT_STYLE, textClipFrom } from "../new-clips.ts";
import type { SourceAsset } from "../new-clips.ts";
import { plainTrack } from "../new-project.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import type { Failure, Result } from "../result.ts";
import { sourceSpan } from "../source.ts";
import type { Flicks } from "../time.ts";
import { fitSlot, lengthOf } from "./fit-slot.ts";
import { retime } from "./retime.ts";
import { slotClips, slotIdOf } from "./template.ts";
import type { MediaSlot, Template } from "./template.ts";

/** By the ids of slots and fields. What is left out stays empty, or as the template has it. */
export interface TemplateChoices {
  readonly media: Readonly<Record<string, SourceAsset>>;
  readonly texts: Readonly<Record<string, string>>;
  /** As `#rrggbb`. */
  readonly colours: Readonly<Record<string, string>>;
}

export type TemplateFailure =
  | EditFailure
  | Failure<"template.unknown" | "template.kind" | "template.too-short">;

const MAX_TEXT = 5_000;
const FIELD = /\{\{\s*([a-z][a-z0-9-]*)\s*\}\}/g;
const EMPTY_STYLE = { ...DEFAULT_TEXT_STYLE, size: 0.055, boxColour: "#2a2d35", shadow: false };

/**
 * How much of a film or sound the slot needs, in flicks: what it asks for, and half of its place
 * unless that follows the content, because a film is played at half its speed at the slowest.
 */
export function neededFlicks(template: Template, slot: MediaSlot): Flicks {
  const { document } = template;
  const places = slotClips(template).filter((clip) => slotIdOf(clip) === slot.id);
  const needs = places.map(({ duration, speed }) =>
    slot.length === "auto" || slot.accepts === "audio"
      ? sourceSpan(frameLength(document.settings.rate), speed)
      : Math.ceil(sourceSpan(duration, speed) / 2),
  );
  return Math.max(slot.minFlicks, ...needs);
}

/** May the file fill the slot? Null, or why not. */
export function slotRefusal(
  template: Template,
  slot: MediaSlot,
  source: SourceAsset,
): "template.kind" | "template.too-short" | null {
  const { accepts } = slot;
  const { kind } = source.facts;
  const isPicture = kind === "video" || kind === "image";
  if (accepts === "picture" ? !isPicture : kind !== accepts) return "template.kind";
  if (kind === "image") return null;
  const length = lengthOf(source, template.document.settings.rate) ?? 0;
  return length < neededFlicks(template, slot) ? "template.too-short" : null;
}

/** The first choice that the template cannot take; `details` name it and what it lacks. */
function refusal(template: Template, choices: TemplateChoices) {
  const { slots, texts, colours } = template;
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  for (const [field, source] of Object.entries(choices.media)) {
    const slot = slotOf.get(field);
    if (slot === undefined) return fail("template.unknown", { field });
    const code = slotRefusal(template, slot, source);
    if (code === "template.kind") return fail(code, { field, wanted: slot.accepts });
    if (code !== null) return fail(code, { field, neededFlicks: neededFlicks(template, slot) });
  }
  const fields = [
    [texts, choices.texts],
    [colours, choices.colours],
  ] as const;
  for (const [known, chosen] of fields) {
    const odd = Object.keys(chosen).find((id) => known.every((field) => field.id !== id));
    if (odd !== undefined) return fail("template.unknown", { field: odd });
  }
  return null;
}

/** The text with its fields; null when all that it says was left empty. */
function written(text: string, template: Template, choices: TemplateChoices): string | null {
  let hasField = false;
  const merged = text.replaceAll(FIELD, (asWritten, id: string) => {
    const field = template.texts.find((one) => one.id === id);
    if (field === undefined) return asWritten;
    hasField = true;
    return lookUp(choices.texts, id) ?? field.sample;
  });
  return hasField && merged.trim() === "" ? null : merged.slice(0, MAX_TEXT);
}

function withText(clip: Clip, template: Template, choices: TemplateChoices): Clip | null {
  if (clip.kind !== "text" && clip.kind !== "caption") return clip;
  const text = written(clip.text, template, choices);
  if (text === null || text === clip.text) return text === null ? null : clip;
  if (clip.kind === "text") return { ...clip, text, name: text.slice(0, 300) };
  const { words: _words, ...cue } = clip;
  return { ...cue, text, name: text.slice(0, 300) };
}

/** Every place where the template's colour stands gets the chosen one. */
function coloured(document: ProjectDocument, template: Template, choices: TemplateChoices) {
  const chosen = new Map(
    template.colours.map(({ id, value }) => [value, lookUp(choices.colours, id) ?? value]),
  );
  const paint = <C extends string | null>(colour: C): string | C =>
    colour === null ? colour : (chosen.get(colour) ?? colour);
  const painted = (clip: Clip): Clip => {
    if (clip.kind === "shape") {
      const { fill, outlineColour } = clip.shape;
      const shape = { ...clip.shape, fill: paint(fill), outlineColour: paint(outlineColour) };
      return { ...clip, shape };
    }
    if (clip.kind !== "text") return clip;
    const { colour, outlineColour, boxColour } = clip.style;
    return {
      ...clip,
      style: {
        ...clip.style,
        colour: paint(colour),
        outlineColour: paint(outlineColour),
        boxColour: paint(boxColour),
      },
    };
  };
  const clips = Object.entries(document.clips).map(([id, clip]) => [id, painted(clip)] as const);
  const settings = { ...document.settings, background: paint(document.settings.background) };
  return { ...document, settings, clips: Object.fromEntries(clips) };
}

function freeTrackId(document: ProjectDocument, base: string): string {
  const stem = base.slice(0, 50);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? `${stem}-empty` : `${stem}-empty-${count}`;
    if (!Object.hasOwn(document.tracks, id)) return id;
  }
}

/** The document with a text track right above each of `trackIds`, by the id of the one below. */
function withEmptyTracks(document: ProjectDocument, trackIds: ReadonlySet<string>) {
  const above = new Map<string, string>();
  const tracks = { ...document.tracks };
  for (const trackId of trackIds) {
    const id = freeTrackId({ ...document, tracks }, trackId);
    above.set(trackId, id);
    tracks[id] = plainTrack(id, "text", document.tracks[trackId]?.name ?? "");
  }
  const trackOrder = document.trackOrder.flatMap((id) => [id, above.get(id) ?? []].flat());
  return { document: { ...document, tracks, trackOrder }, above };
}

/** Says what belongs here, where it belongs. */
function labelled(place: Clip, slot: MediaSlot, trackId: string, rate: { n: number; d: number }) {
  const { id, start: startFlicks, duration: durationFlicks } = place;
  const label = textClipFrom({ id, trackId, startFlicks, rate, text: slot.label, durationFlicks });
  const { x, y } = place.kind === "media" ? place.transform : label.transform;
  const empty: TextClip = {
    ...label,
    style: EMPTY_STYLE,
    transform: { ...label.transform, x, y },
  };
  return empty;
}

function unlocked({ tracks, ...rest }: ProjectDocument): ProjectDocument {
  const opened = (track: Track): Track => ({ ...track, locked: false });
  const open = Object.values(tracks).map((track) => [track.id, opened(track)] as const);
  return { ...rest, tracks: Object.fromEntries(open) };
}

/**
 * The template's document with every slot filled, or, where nothing was chosen, marked by a
 * title with the slot's name on a track of its own; an empty place for sound is left out, and so
 * is a title whose fields are all empty. The same choices give the same document. Of each film
 * the middle of its best stretch is shown. Fails with `template.unknown` (no such slot or
 * field), `template.kind` or `template.too-short`.
 */
export function fillTemplate(
  template: Template,
  choices: TemplateChoices,
): Result<ProjectDocument, TemplateFailure> {
  const refused = refusal(template, choices);
  if (refused !== null) return refused;
  const timed = unlocked(coloured(retime(template, choices.media), template, choices));
  const slots = new Map(template.slots.map((slot) => [slot.id, slot]));
  const places = Object.values(timed.clips).flatMap((clip) => {
    const slot = slots.get(slotIdOf(clip) ?? "");
    return clip.kind === "media" && slot !== undefined ? [{ clip, slot }] : [];
  });
  const empty = places.filter(
    ({ slot }) => lookUp(choices.media, slot.id) === undefined && slot.accepts !== "audio",
  );
  const room = withEmptyTracks(timed, new Set(empty.map(({ clip }) => clip.trackId)));
  const draft = openDraft(room.document);
  for (const clip of Object.values(timed.clips)) {
    const text = withText(clip, template, choices);
    if (text === null) draft.clips.delete(clip.id);
    else draft.clips.set(clip.id, text);
  }
  for (const { clip, slot } of places) {
    const source = lookUp(choices.media, slot.id);
    const { settings } = timed;
    if (source !== undefined) draft.clips.set(clip.id, fitSlot(clip, slot, source, settings));
    else if (slot.accepts === "audio") draft.clips.delete(clip.id);
    else {
      const trackId = room.above.get(clip.trackId) ?? clip.trackId;
      draft.clips.set(clip.id, labelled(clip, slot, trackId, settings.rate));
    }
  }
  return closeDraft(draft);
}
