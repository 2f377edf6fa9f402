/**
 * A template is a project document in which some clips are places to be filled. Such a clip has
 * the asset `slot:ID` and is a still (or a sound without an end), so that the document keeps
 * every rule before anything is chosen. Texts may name fields: `{{title}}`.
 */
import { z } from "zod";
import { projectDocument } from "../document.ts";
import type { Clip, MediaClip } from "../document.ts";
import { flicks } from "../time.ts";

const slotId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const label = z.string().trim().min(1).max(120);
const colour = z.string().regex(/^#[0-9a-f]{6}$/);

export const mediaSlot = z.strictObject({
  id: slotId,
  label,
  /** What suits it, in a sentence; may be empty. */
  hint: z.string().max(300),
  accepts: z.enum(["picture", "video", "image", "audio"]),
  /** The least that a film or a sound must last. */
  minFlicks: flicks.nonnegative(),
  /**
   * `fixed`: as long as in the template. `auto`: as long as the best stretch of what fills it,
   * half to one and a half times as long, and cut on a beat where the music has beats.
   */
  length: z.enum(["fixed", "auto"]),
  /**
   * A picture of another shape fills the frame, its edges cut away, before the clip's own scale
   * and crop count; otherwise all of it is seen.
   */
  cover: z.boolean(),
});
export type MediaSlot = z.infer<typeof mediaSlot>;

const textField = z.strictObject({
  id: slotId,
  label,
  /** Stands where nothing was written. */
  sample: z.string().max(1_000),
});
export type TextField = z.infer<typeof textField>;

/** The colour of the document that a choice replaces wherever it stands. */
const colourField = z.strictObject({ id: slotId, label, value: colour });

export const template = z.strictObject({
  document: projectDocument,
  slots: z.array(mediaSlot).max(100),
  texts: z.array(textField).max(100),
  colours: z.array(colourField).max(20),
});
export type Template = z.infer<typeof template>;

const PREFIX = "slot:";
/** Of no bytes at all: no file that ingest accepted has it. */
export const SLOT_CHECKSUM = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function slotAsset(id: string): string {
  return `${PREFIX}${id}`;
}

/** The slot that the clip stands for; null for an ordinary clip. */
export function slotIdOf(clip: Clip): string | null {
  if (clip.kind !== "media" || !clip.assetId.startsWith(PREFIX)) return null;
  return clip.assetId.slice(PREFIX.length);
}

/** The clips to be filled, in time order. */
export function slotClips({ document }: Template): readonly MediaClip[] {
  return Object.values(document.clips)
    .filter((clip): clip is MediaClip => slotIdOf(clip) !== null)
    .toSorted((a, b) => a.start - b.start || a.id.localeCompare(b.id));
}
