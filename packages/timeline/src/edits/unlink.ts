/**
 * Dissolves the link groups of the named clips.
 *
 *     before  [A:g] [M:g]          after  [A]  [M]
 *
 * Failures: `clip.missing`, `track.locked`.
 */
import { z } from "zod";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { selectClips } from "../select-clips.ts";
import { withoutSync } from "../sync.ts";
import { withChanges } from "../with-changes.ts";
import { clipIds } from "./fields.ts";

export const unlinkArgs = z.strictObject({ type: z.literal("unlink"), clipIds });

export function unlink(document: ProjectDocument, args: z.infer<typeof unlinkArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, true);
  if (!selected.ok) return selected;
  const draft = openDraft(document);
  putClips(
    draft,
    selected.value.map((clip) => withoutSync(withChanges(clip, { linkId: null }))),
  );
  return closeDraft(draft);
}
