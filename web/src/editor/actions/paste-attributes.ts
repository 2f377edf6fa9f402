/** Giving clips what the copied clip looks and sounds like, without its content. */
import {
  type Clip,
  type ClipChanges,
  LOOK_FIELDS,
  type MediaClip,
  PLAIN_LOOK,
  POSE_FIELDS,
  type ShapeClip,
  type TextClip,
  fail,
  ok,
  readsSource,
} from "@cutroom/timeline";
import type { Clipboard } from "./paste.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

export const ATTRIBUTES = ["position", "look", "sound", "speed"] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

const isPicture = (clip: Clip): clip is MediaClip | ShapeClip | TextClip =>
  clip.kind === "text" ||
  clip.kind === "shape" ||
  (clip.kind === "media" && clip.mediaKind !== "audio");
const isFilm = (clip: Clip): clip is MediaClip => clip.kind === "media" && isPicture(clip);
const isHeard = (clip: Clip): clip is MediaClip =>
  clip.kind === "media" && clip.mediaKind !== "image";

/** The source's keys of these fields; a field without any loses those it had. */
function keysOf(
  { keys }: MediaClip | ShapeClip | TextClip,
  fields: readonly string[],
): ClipChanges["keys"] {
  const held: Readonly<Record<string, unknown>> = keys ?? {};
  return Object.fromEntries(fields.map((field) => [field, held[field] ?? []]));
}

/** What of the source the target can have; null when it has no such thing. */
const CHANGES: Readonly<Record<Attribute, (from: Clip, to: Clip) => ClipChanges | null>> = {
  position: (from, to) => {
    if (!isPicture(from) || !isPicture(to)) return null;
    const { transform, opacity, fadeIn, fadeOut, blend = "normal" } = from;
    return { transform, opacity, fadeIn, fadeOut, blend, keys: keysOf(from, POSE_FIELDS) };
  },
  look: (from, to) =>
    isFilm(from) && isFilm(to)
      ? { look: { ...PLAIN_LOOK, ...from.look }, keys: keysOf(from, LOOK_FIELDS) }
      : null,
  sound: (from, to) => {
    if (!isHeard(from) || !isHeard(to)) return null;
    const { gainDb, muted, fadeIn, fadeOut, pan = 0, gainKeys = [], pitch = "kept" } = from.audio;
    return { audio: { gainDb, muted, fadeIn, fadeOut, pan, gainKeys, pitch } };
  },
  speed: (from, to) =>
    readsSource(from) && readsSource(to)
      ? { speed: from.speed, speedKeys: from.speedKeys ?? [], reversed: from.reversed ?? false }
      : null,
};

/**
 * The first copied clip's attributes for all selected clips that can have them. Another speed
 * changes a clip's length, and what follows on its track moves.
 */
export function pasteAttributes(
  situation: Situation,
  clipboard: Clipboard,
  attributes: readonly Attribute[],
): Planned {
  const [from] = clipboard;
  if (from === undefined) return fail("action.clipboard-empty");
  const edits = selectedClips(situation).flatMap((to) =>
    attributes.flatMap((attribute) => {
      const changes = CHANGES[attribute](from, to);
      return changes === null ? [] : [{ type: "set-clip" as const, clipIds: [to.id], changes }];
    }),
  );
  return edits.length === 0 ? fail("action.no-attributes") : ok({ label: "attributes", edits });
}
