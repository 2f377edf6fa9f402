/**
 * Empties a stretch of time on every unlocked track, and closes it if asked (E4): then tracks
 * that follow no ripples are left as they are.
 *
 *     before  [AAAAAAAA][BBB]      from the third A to the fifth
 *     lift    [AA]   [AAA][BBB]
 *     close   [AA][AAA][BBB]
 *
 * Right halves of one link group form a new group, as in a split (E7). Failures:
 * `range.empty` (less than a frame), `ripple.blocked`.
 */
import { z } from "zod";
import { carve } from "../carve.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft, putClips } from "../draft.ts";
import type { Draft, EditResult } from "../draft.ts";
import { fail } from "../result.ts";
import { ripple } from "../ripple.ts";
import { snapToFrame } from "../time.ts";
import { withChanges } from "../with-changes.ts";
import { idBase } from "./fields.ts";

export const clearRangeArgs = z.strictObject({
  type: z.literal("clear-range"),
  startFlicks: z.int().nonnegative(),
  endFlicks: z.int().nonnegative(),
  close: z.boolean(),
  idBase,
});

/** The halves that the cuts made belong together, and no longer to what is left of them. */
function regroup(draft: Draft, fresh: () => string): void {
  const links = new Map<string, string>();
  for (const clip of draft.clips.values()) {
    if (clip.linkId === null || Object.hasOwn(draft.before.clips, clip.id)) continue;
    const linkId = links.get(clip.linkId) ?? fresh();
    links.set(clip.linkId, linkId);
    putClips(draft, [withChanges(clip, { linkId })]);
  }
}

export function clearRange(
  document: ProjectDocument,
  args: z.infer<typeof clearRangeArgs>,
): EditResult {
  const { rate } = document.settings;
  const start = snapToFrame(args.startFlicks, rate);
  const duration = snapToFrame(args.endFlicks, rate) - start;
  if (duration <= 0) return fail("range.empty");
  const tracks = Object.values(document.tracks).filter(
    (track) => !track.locked && !(args.close && track.follows === false),
  );
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  for (const track of tracks) carve(draft, track.id, { start, duration }, fresh);
  regroup(draft, fresh);
  const [first] = tracks;
  if (!args.close || first === undefined) return closeDraft(draft);
  const closed = ripple(draft, {
    trackId: first.id,
    fromFlicks: start + duration,
    deltaFlicks: -duration,
    scope: "all",
  });
  return closed.ok ? closeDraft(draft) : closed;
}
