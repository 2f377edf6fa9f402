/**
 * Moves one edge of a clip. It stops at the source's end, at the neighbour (plain) and at one
 * frame of clip; link partners whose edge is at the same time come along.
 *
 *     before        [AAAAAA][BBB]      end of A, 3 frames to the left
 *     none          [AAA]   [BBB]
 *     track, all    [AAA][BBB]
 *
 *     before        [AAAAAA][BBB]      start of A, 3 frames to the right
 *     none             [AAA][BBB]
 *     track, all    [AAA][BBB]         (the last three of A)
 *
 * Failures: `clip.missing`, `track.locked`, `ripple.blocked`.
 */
import { z } from "zod";
import { clampDelta } from "../bounds.ts";
import type { Bounds } from "../bounds.ts";
import { tailRoom } from "../compound/sequences.ts";
import { entityId } from "../document.ts";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { Draft, EditResult } from "../draft.ts";
import type { EditFailure } from "../failure-codes.ts";
import { frameLength } from "../frames.ts";
import { clipsOnTrack } from "../queries.ts";
import { ok } from "../result.ts";
import type { Result } from "../result.ts";
import { ripple } from "../ripple.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, headHandle, recut, startingAt } from "../source.ts";
import { snapToFrame } from "../time.ts";
import { linked } from "./fields.ts";

export const trimClipArgs = z.strictObject({
  type: z.literal("trim-clip"),
  clipId: entityId,
  edge: z.enum(["start", "end"]),
  deltaFlicks: z.int(),
  ripple: z.enum(["none", "track", "all"]),
  linked,
});
type TrimClip = z.infer<typeof trimClipArgs>;

function boundsOf(document: ProjectDocument, clip: Clip, args: TrimClip): Bounds {
  const longest = clip.duration - frameLength(document.settings.rate);
  const clips = clipsOnTrack(document, clip.trackId);
  const place = clips.indexOf(clip);
  const plain = args.ripple === "none";
  if (args.edge === "start") {
    const before = clips[place - 1];
    const room = plain ? clip.start - (before ? clipEnd(before) : 0) : Number.POSITIVE_INFINITY;
    return { least: -Math.min(headHandle(clip), room), most: longest };
  }
  const next = clips[place + 1];
  const room = plain && next ? next.start - clipEnd(clip) : Number.POSITIVE_INFINITY;
  return { least: -longest, most: Math.min(tailRoom(document, clip), room) };
}

/** Moves what follows on the tracks of the trimmed clips, and on all the others if asked. */
function rippleTracks(
  draft: Draft,
  clips: readonly Clip[],
  move: { readonly fromFlicks: number; readonly deltaFlicks: number },
  scope: "track" | "all",
): Result<null, EditFailure> {
  const exceptTracks = new Set(clips.map((clip) => clip.trackId));
  let isFirst = true;
  for (const trackId of exceptTracks) {
    const wanted = { trackId, ...move, exceptTracks, scope: isFirst ? scope : ("track" as const) };
    const moved = ripple(draft, wanted);
    if (!moved.ok) return moved;
    isFirst = false;
  }
  return ok(null);
}

function trimEnds(draft: Draft, clips: readonly Clip[], delta: number, args: TrimClip) {
  putClips(
    draft,
    clips.map((clip) => recut(clip, clip.start, clipEnd(clip) + delta)),
  );
  const [first] = clips;
  if (args.ripple === "none" || !first) return ok(null);
  const move = { fromFlicks: clipEnd(first), deltaFlicks: delta };
  return rippleTracks(draft, clips, move, args.ripple);
}

/** With ripple the clip keeps its place: the stretch before the new edge closes or opens. */
function trimStarts(draft: Draft, clips: readonly Clip[], delta: number, args: TrimClip) {
  const shortened = clips.map((clip) => recut(clip, clip.start + delta, clipEnd(clip)));
  const [first] = clips;
  if (args.ripple === "none" || !first) {
    putClips(draft, shortened);
    return ok(null);
  }
  if (delta > 0) {
    putClips(draft, shortened);
    const move = { fromFlicks: first.start + delta, deltaFlicks: -delta };
    return rippleTracks(draft, clips, move, args.ripple);
  }
  const move = { fromFlicks: first.start, deltaFlicks: -delta };
  const moved = rippleTracks(draft, clips, move, args.ripple);
  putClips(
    draft,
    shortened.map((clip) => startingAt(clip, clip.start - delta)),
  );
  return moved;
}

export function trimClip(document: ProjectDocument, args: TrimClip): EditResult {
  const selected = selectClips(document, [args.clipId], args.linked);
  if (!selected.ok) return selected;
  const edgeOf = (clip: Clip) => (args.edge === "start" ? clip.start : clipEnd(clip));
  const [main] = selected.value;
  if (!main) return ok(document);
  const clips = selected.value.filter((clip) => edgeOf(clip) === edgeOf(main));
  const { rate } = document.settings;
  const delta = clampDelta(
    snapToFrame(edgeOf(main) + args.deltaFlicks, rate) - edgeOf(main),
    clips.map((clip) => boundsOf(document, clip, args)),
    clips,
    rate,
  );
  if (delta === 0) return ok(document);
  const draft = openDraft(document);
  const trim = args.edge === "start" ? trimStarts : trimEnds;
  const trimmed = trim(draft, clips, delta, args);
  return trimmed.ok ? closeDraft(draft) : trimmed;
}
