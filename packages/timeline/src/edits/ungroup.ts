/**
 * Dissolves the groups of the named clips.
 *
 *     before  [A:g] [T:g]          after  [A]  [T]
 *
 * Failures: `clip.missing`, `track.locked`.
 */
import { z } from "zod";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { selectClips } from "../select-clips.ts";
import { clipIds } from "./fields.ts";

export const ungroupArgs = z.strictObject({ type: z.literal("ungroup"), clipIds });

export function ungroup(document: ProjectDocument, args: z.infer<typeof ungroupArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, false);
  if (!selected.ok) return selected;
  const groups = new Set(selected.value.map(({ groupId }) => groupId));
  const draft = openDraft(document);
  putClips(
    draft,
    Object.values(document.clips).flatMap((clip): Clip[] => {
      const { groupId, ...alone } = clip;
      return groupId !== undefined && groups.has(groupId) ? [alone] : [];
    }),
  );
  return closeDraft(draft);
}
