/**
 * Deletes clips and closes their room.
 *
 *     before  V2   [DD]  [E]       track  V2   [DD]  [E]     all  V2   [DD][E]
 *             V1  [A][BB][C]              V1  [A][C]               V1  [A][C]
 *
 * With `track` each track closes the room of its own clips; with `all` the ranges of all the
 * deleted clips close on every unlocked track that follows (E4).
 * Failures: `clip.missing`, `track.locked`, `ripple.blocked`.
 */
import { z } from "zod";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { ripple } from "../ripple.ts";
import type { Ripple } from "../ripple.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd } from "../source.ts";
import { clipIds, linked, rippleScope } from "./fields.ts";

export const rippleDeleteArgs = z.strictObject({
  type: z.literal("ripple-delete"),
  clipIds,
  scope: rippleScope,
  linked,
});

interface Range {
  readonly trackIds: ReadonlySet<string>;
  readonly start: number;
  readonly end: number;
}

function rangesOf(clips: readonly Clip[]): Range[] {
  return clips
    .map((clip) => ({ trackIds: new Set([clip.trackId]), start: clip.start, end: clipEnd(clip) }))
    .toSorted((a, b) => a.start - b.start);
}

/** Ranges in time order, those that meet made one. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && range.start <= last.end) {
      result[result.length - 1] = {
        trackIds: new Set([...last.trackIds, ...range.trackIds]),
        start: last.start,
        end: Math.max(last.end, range.end),
      };
    } else result.push(range);
  }
  return result;
}

export function rippleDelete(
  document: ProjectDocument,
  args: z.infer<typeof rippleDeleteArgs>,
): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const draft = openDraft(document);
  for (const clip of selected.value) draft.clips.delete(clip.id);
  const ranges = rangesOf(selected.value);
  const closing = args.scope === "all" ? merged(ranges) : ranges;
  // From the last to the first: a range that closes moves only what is already settled.
  for (const { trackIds, start, end } of closing.toReversed()) {
    const [trackId = ""] = trackIds;
    const wanted: Ripple = {
      trackId,
      fromFlicks: end,
      deltaFlicks: start - end,
      scope: args.scope,
      edited: trackIds,
    };
    const closed = ripple(draft, wanted);
    if (!closed.ok) return closed;
  }
  return closeDraft(draft);
}
