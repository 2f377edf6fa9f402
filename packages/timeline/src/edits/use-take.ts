/**
 * Shows another take of a clip; a new one joins the stack and no earlier one is lost.
 *
 *     before  [AAAA] of a1        after  [AAAA] of a2, takes a1 a2
 *
 * Failures: `clip.missing`, `clip.kind` (stills and titles have no takes), `take.too-short`,
 * `track.locked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { readsSource } from "../source.ts";
import { withoutSync } from "../sync.ts";
import { take, withTake } from "../takes.ts";

export const useTakeArgs = z.strictObject({ type: z.literal("use-take"), clipId: entityId, take });

export function useTake(document: ProjectDocument, args: z.infer<typeof useTakeArgs>): EditResult {
  const { clipId } = args;
  const clip = lookUp(document.clips, clipId);
  if (!clip) return fail("clip.missing", { clipId });
  if (!readsSource(clip)) return fail("clip.kind", { clipId });
  const shown = withTake(clip, args.take);
  if (shown === null) return fail("take.too-short", { clipId });
  const draft = openDraft(document);
  // Another file has other times, which nobody has laid against anything.
  putClips(draft, [withoutSync(shown)]);
  return closeDraft(draft);
}
