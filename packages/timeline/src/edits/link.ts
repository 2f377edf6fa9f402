/**
 * Makes clips one link group: they move and trim together from now on, and lie in sync (E13).
 *
 *     before  [A]  [M]             after  [A:g] [M:g]
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
import { inSyncFromNow } from "../sync.ts";
import { withChanges } from "../with-changes.ts";
import { clipIds } from "./fields.ts";

export const linkArgs = z.strictObject({ type: z.literal("link"), clipIds, linkId: entityId });

export function link(document: ProjectDocument, args: z.infer<typeof linkArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, false);
  if (!selected.ok) return selected;
  const ids = new Set(args.clipIds);
  const taken = Object.values(document.clips).some(
    (clip) => clip.linkId === args.linkId && !ids.has(clip.id),
  );
  if (taken) return fail("id.taken", { id: args.linkId });
  const draft = openDraft(document);
  putClips(
    draft,
    selected.value.map((clip) => inSyncFromNow(withChanges(clip, { linkId: args.linkId }))),
  );
  return closeDraft(draft);
}
