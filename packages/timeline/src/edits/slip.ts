/**
 * Shows another stretch of the source in the same place; positive shows what comes later.
 *
 *     before  [A: 2..6]            after  [A: 4..8]      2 to the right
 *
 * Failures: `clip.missing`, `clip.kind` (stills and titles have no other stretch),
 * `track.locked`.
 */
import { z } from "zod";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { clampDelta } from "../bounds.ts";
import { wholeFrames } from "../frames.ts";
import { fail, ok } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { headHandle, readsSource, slipped, tailHandle } from "../source.ts";
import { clipIds, linked } from "./fields.ts";

export const slipArgs = z.strictObject({
  type: z.literal("slip"),
  clipIds,
  /** In timeline time: a clip at double speed moves its source by twice as much. */
  deltaFlicks: z.int(),
  linked,
});

export function slip(document: ProjectDocument, args: z.infer<typeof slipArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const clips = selected.value.filter(readsSource);
  const [first] = clips;
  if (!first) return fail("clip.kind", { clipId: args.clipIds[0] ?? "" });
  const { rate } = document.settings;
  const delta = clampDelta(
    wholeFrames(args.deltaFlicks, rate),
    clips.map((clip) => ({ least: -headHandle(clip), most: tailHandle(clip) })),
    clips,
    rate,
  );
  if (delta === 0) return ok(document);
  const draft = openDraft(document);
  putClips(
    draft,
    clips.map((clip) => slipped(clip, delta)),
  );
  return closeDraft(draft);
}
