/** A template out of a project: some of its clips become places, some of its titles fields. */
import type { Clip, MediaClip, ProjectDocument, Track } from "../document.ts";
import { MAX_DOCUMENT_FLICKS } from "../invariants.ts";
import type { MediaFacts } from "../media-facts.ts";
import { sourceSpan } from "../source.ts";
import { coverScale } from "./fit-slot.ts";
import { SLOT_CHECKSUM, slotAsset } from "./template.ts";
import type { MediaSlot, Template, TextField } from "./template.ts";

export interface TemplateWish {
  /** Which clips are to be chosen anew, with the name that their place gets. */
  readonly slots: readonly {
    readonly clipId: string;
    readonly label: string;
    readonly length: MediaSlot["length"];
  }[];
  /** Which titles are to be written anew. */
  readonly texts: readonly { readonly clipId: string; readonly label: string }[];
  /** Of the files that the clips show, as far as they are known. */
  readonly factsOf: (assetId: string) => MediaFacts | null;
}

const ALMOST = 0.995;

/** Did the picture fill the frame? Then what comes in its place shall as well. */
function filledFrame(clip: MediaClip, facts: MediaFacts | null, document: ProjectDocument) {
  const picture = facts?.video ?? null;
  if (picture === null) return null;
  const least = coverScale(picture, document.settings);
  return clip.transform.scale >= ALMOST * least ? least : null;
}

/**
 * The clip without its film and what belongs to that alone, as takes or a ramp of speed. One that
 * filled the frame keeps how much larger than that it was.
 */
function placeOf(clip: MediaClip, slotId: string, fill: number | null): MediaClip {
  const { id, trackId, name, start, duration, linkId, speed, transform, keys, audio } = clip;
  const { opacity, fadeIn, fadeOut, blend, look } = clip;
  const isSound = clip.mediaKind === "audio";
  const shrink = (scale: number) => Math.max(0.01, scale / (fill ?? 1));
  const grown = keys?.scale?.map((key) => ({ ...key, value: shrink(key.value) }));
  return {
    kind: "media",
    id,
    trackId,
    name,
    start,
    duration,
    linkId,
    speed,
    opacity,
    fadeIn,
    fadeOut,
    audio,
    assetId: slotAsset(slotId),
    checksum: SLOT_CHECKSUM,
    mediaKind: isSound ? "audio" : "image",
    sourceStart: 0,
    sourceDuration: isSound ? Math.max(MAX_DOCUMENT_FLICKS, sourceSpan(duration, speed)) : null,
    transform: { ...transform, scale: shrink(transform.scale) },
    ...(keys === undefined ? {} : { keys: grown === undefined ? keys : { ...keys, scale: grown } }),
    ...(blend === undefined ? {} : { blend }),
    ...(look === undefined ? {} : { look }),
  };
}

function inTime(document: ProjectDocument) {
  return (a: { readonly clipId: string }, b: { readonly clipId: string }) =>
    (document.clips[a.clipId]?.start ?? 0) - (document.clips[b.clipId]?.start ?? 0);
}

/**
 * Clips that are not named stay as they are, with their files. Slots are called `slot-1`,
 * `slot-2`, ... and fields `text-1`, ... in time order. Ids that are no such clip are passed over.
 */
export function makeTemplate(document: ProjectDocument, wish: TemplateWish): Template {
  const clips: Record<string, Clip> = { ...document.clips };
  const slots: MediaSlot[] = [];
  const texts: TextField[] = [];
  for (const { clipId, label, length } of wish.slots.toSorted(inTime(document))) {
    const clip = clips[clipId];
    if (clip?.kind !== "media") continue;
    const id = `slot-${slots.length + 1}`;
    const isSound = clip.mediaKind === "audio";
    const fill = isSound ? null : filledFrame(clip, wish.factsOf(clip.assetId), document);
    clips[clipId] = placeOf(clip, id, fill);
    slots.push({
      id,
      label,
      hint: "",
      accepts: isSound ? "audio" : "picture",
      minFlicks: 0,
      length: isSound ? "fixed" : length,
      cover: fill !== null,
    });
  }
  for (const { clipId, label } of wish.texts.toSorted(inTime(document))) {
    const clip = clips[clipId];
    if (clip?.kind !== "text") continue;
    const id = `text-${texts.length + 1}`;
    texts.push({ id, label, sample: clip.text.slice(0, 1_000) });
    clips[clipId] = { ...clip, text: `{{${id}}}` };
  }
  const open = (track: Track): Track => ({ ...track, locked: false });
  const tracks = Object.values(document.tracks).map((track) => [track.id, open(track)] as const);
  return {
    document: { ...document, tracks: Object.fromEntries(tracks), clips },
    slots,
    texts,
    colours: [],
  };
}
