/**
 * Copies clips, the earliest to `atFlicks`, the others at the same distances. Copies of one
 * link group form a new one, as do those of one group; transitions between two copied clips are copied too.
 *
 *     before  [A][B]               after  [A][B]  [A'][B']
 *
 * Failures: as `move-clips`.
 */
import { z } from "zod";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { ceilToFrame, wholeFrames } from "../frames.ts";
import { placeClips } from "../place-clips.ts";
import { selectClips } from "../select-clips.ts";
import { trackBeside } from "../track-steps.ts";
import { clipIds, idBase, linked, placeMode } from "./fields.ts";

export const duplicateClipsArgs = z.strictObject({
  type: z.literal("duplicate-clips"),
  clipIds,
  atFlicks: z.int().nonnegative(),
  trackDelta: z.int(),
  mode: placeMode,
  idBase,
  linked,
});

export function duplicateClips(
  document: ProjectDocument,
  args: z.infer<typeof duplicateClipsArgs>,
): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const clips = selected.value;
  const earliest = Math.min(...clips.map((clip) => clip.start));
  const { rate } = document.settings;
  const delta = Math.max(wholeFrames(args.atFlicks - earliest, rate), ceilToFrame(-earliest, rate));
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  const named = new Set(args.clipIds);
  const copies = new Map<string, Clip>();
  const renamed = new Map<string, string>();
  const copyOf = (groupId: string) => {
    const name = renamed.get(groupId) ?? fresh();
    renamed.set(groupId, name);
    return name;
  };
  for (const clip of clips) {
    const trackId = trackBeside(document, clip, named.has(clip.id) ? args.trackDelta : 0);
    if (!trackId.ok) return trackId;
    copies.set(clip.id, {
      ...clip,
      linkId: clip.linkId === null ? null : copyOf(`link ${clip.linkId}`),
      ...(clip.groupId === undefined ? {} : { groupId: copyOf(`group ${clip.groupId}`) }),
      id: fresh(),
      trackId: trackId.value,
      start: clip.start + delta,
    });
  }
  const how = { mode: args.mode, scope: "track", fresh } as const;
  const placed = placeClips(draft, [...copies.values()], how);
  if (!placed.ok) return placed;
  for (const transition of Object.values(document.transitions)) {
    const left = copies.get(transition.leftClipId);
    const right = copies.get(transition.rightClipId);
    if (!left || !right) continue;
    const id = fresh();
    draft.transitions.set(id, { ...transition, id, leftClipId: left.id, rightClipId: right.id });
  }
  return closeDraft(draft);
}
