/**
 * Puts a new clip N at its own `start` and track; a picture's edges move to the nearest frames.
 *
 *     before     [AAAAAA][BBB]     at the third A
 *     overwrite  [AA][NNN][BB]     what lies under it is cut away
 *     insert     [AA][NNN][AAAA][BBB]
 *     place      refused with clip.overlap
 *
 * Failures: `id.taken`, `track.missing`, `track.kind`, `track.locked`, `clip.overlap`,
 * `clip.source-range`, `clip.too-short`, `ripple.blocked`, `edit.breaks-rule`.
 */
import { z } from "zod";
import { clip } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { placeClips } from "../place-clips.ts";
import { regrid } from "../regrid.ts";
import { fail } from "../result.ts";
import { snapToFrame } from "../time.ts";
import { withChanges } from "../with-changes.ts";
import { idBase, placeMode, rippleScope } from "./fields.ts";

export const insertClipArgs = z.strictObject({
  type: z.literal("insert-clip"),
  clip,
  mode: placeMode,
  idBase,
  scope: rippleScope.optional(),
});

export function insertClip(
  document: ProjectDocument,
  args: z.infer<typeof insertClipArgs>,
): EditResult {
  const { id } = args.clip;
  if (Object.hasOwn(document.clips, id)) return fail("id.taken", { id });
  const { rate } = document.settings;
  const start = snapToFrame(args.clip.start, rate);
  const fitting = regrid(withChanges(args.clip, { start }), rate);
  if (!fitting) return fail("clip.too-short", { id });
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  const placed = placeClips(draft, [fitting], {
    mode: args.mode,
    scope: args.scope ?? "track",
    fresh,
  });
  return placed.ok ? closeDraft(draft) : placed;
}
