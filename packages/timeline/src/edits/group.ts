/**
 * Makes clips one group: they are selected together from now on. Clips that were in other
 * groups leave them.
 *
 *     before  [A]  [T]             after  [A:g] [T:g]
 *
 * Failures: `clip.missing`, `id.taken` (another clip is in a group of that name),
 * `track.locked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fail } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { withChanges } from "../with-changes.ts";
import { clipIds } from "./fields.ts";

export const groupArgs = z.strictObject({ type: z.literal("group"), clipIds, groupId: entityId });

export function group(document: ProjectDocument, args: z.infer<typeof groupArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, true);
  if (!selected.ok) return selected;
  const ids = new Set(selected.value.map(({ id }) => id));
  const taken = Object.values(document.clips).some(
    (clip) => clip.groupId === args.groupId && !ids.has(clip.id),
  );
  if (taken) return fail("id.taken", { id: args.groupId });
  const draft = openDraft(document);
  putClips(
    draft,
    selected.value.map((clip) => withChanges(clip, { groupId: args.groupId })),
  );
  return closeDraft(draft);
}
