/**
 * Deletes clips and leaves their room empty.
 *
 *     before  [A][BB][C]           after  [A]    [C]
 *
 * Failures: `clip.missing`, `track.locked`.
 */
import { z } from "zod";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { selectClips } from "../select-clips.ts";
import { clipIds, linked } from "./fields.ts";

export const liftArgs = z.strictObject({ type: z.literal("lift"), clipIds, linked });

export function lift(document: ProjectDocument, args: z.infer<typeof liftArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const draft = openDraft(document);
  for (const clip of selected.value) draft.clips.delete(clip.id);
  return closeDraft(draft);
}
