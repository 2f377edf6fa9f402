import {
  type CaptionClip,
  type Cue,
  type Edit,
  FLICKS_PER_SECOND,
  type Flicks,
  type PlacedCue,
  type ProjectDocument,
  clipAt,
  clipsOnTrack,
  fail,
  floorToFrame,
  frameLength,
  layOutCues,
  ok,
  snapToFrame,
} from "@cutroom/timeline";
import type { Planned, Situation } from "../actions/plan.ts";
import { addTrackEdit } from "../timeline/track-order.ts";

/** How long a cue is at first; where the next one is nearer, it ends there. */
const NEW_CUE_FLICKS = 2 * FLICKS_PER_SECOND;

export function isCue(clip: { readonly kind: string }): clip is CaptionClip {
  return clip.kind === "caption";
}

/** The cues of a track in time order. */
export function cuesOf(document: ProjectDocument, trackId: string | null): readonly CaptionClip[] {
  return trackId === null ? [] : clipsOnTrack(document, trackId).filter(isCue);
}

/** A new track of captions called `name`, with the cues of a file. */
export function importCues(
  { document, idBase }: Situation,
  cues: readonly Cue[],
  name: string,
): Planned {
  const trackId = `${idBase}-track`;
  const added = addTrackEdit(document, "caption", trackId);
  const track: Edit =
    added.type === "add-track" && name !== ""
      ? { ...added, track: { ...added.track, name: name.slice(0, 120) } }
      : added;
  const placed = layOutCues(cues, document.settings.rate);
  return ok({
    label: "caption",
    edits: [track, { type: "put-captions", trackId, cues: placed, mode: "replace", idBase }],
  });
}

/** Lines without times, two seconds each from `fromFlicks` on: to be timed by tapping. */
export function untimedCues(text: string, fromFlicks: Flicks): Cue[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.map((line, index) => ({
    start: fromFlicks + index * NEW_CUE_FLICKS,
    end: fromFlicks + (index + 1) * NEW_CUE_FLICKS,
    text: line,
    words: [],
  }));
}

/** An empty cue at the playhead; on a new track when there is none. */
export function addCue(situation: Situation, trackId: string | null, text: string): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const start = snapToFrame(playheadFlicks, document.settings.rate);
  if (trackId !== null && clipAt(document, trackId, start) !== null) {
    return fail("action.caption-here");
  }
  const own = trackId ?? `${idBase}-track`;
  const cue: PlacedCue = { start, duration: NEW_CUE_FLICKS, text };
  const put: Edit = { type: "put-captions", trackId: own, cues: [cue], mode: "add", idBase };
  const edits = trackId === null ? [addTrackEdit(document, "caption", own), put] : [put];
  return ok({ label: "caption", edits, select: [`${idBase}-1`] });
}

export function splitCue({ idBase }: Situation, clipId: string, at: number): Planned {
  return ok({ label: "split", edits: [{ type: "split-caption", clipId, at, idBase }] });
}

export function mergeWithNext({ document }: Situation, cue: CaptionClip): Planned {
  const cues = cuesOf(document, cue.trackId);
  const next = cues[cues.findIndex(({ id }) => id === cue.id) + 1];
  if (next === undefined) return fail("action.no-next-caption");
  const edits: Edit[] = [{ type: "merge-captions", clipIds: [cue.id, next.id] }];
  return ok({ label: "caption", edits, select: [cue.id] });
}

export function removeCue(cue: CaptionClip): Planned {
  return ok({ label: "delete", edits: [{ type: "lift", clipIds: [cue.id] }] });
}

/** The cue an edge of which moves by `frames`, negative: earlier. */
export function nudgeCue(
  { document }: Situation,
  cue: CaptionClip,
  edge: "start" | "end",
  frames: number,
): Planned {
  const deltaFlicks = frames * frameLength(document.settings.rate);
  const edits: Edit[] = [{ type: "trim-clip", clipId: cue.id, edge, deltaFlicks, ripple: "none" }];
  return ok({ label: "time", edits });
}

/**
 * The cue from `startFlicks` to `endFlicks`, a frame at least. The one before it ends earlier if
 * it must, those after it move later, as far as it reaches into them.
 */
export function timeCue(
  { document, idBase }: Situation,
  cue: CaptionClip,
  startFlicks: Flicks,
  endFlicks: Flicks,
): Planned {
  const { rate } = document.settings;
  const frame = frameLength(rate);
  const cues = cuesOf(document, cue.trackId);
  const place = cues.findIndex(({ id }) => id === cue.id);
  const before = cues[place - 1];
  const after = cues.slice(place + 1);
  const earliest = before === undefined ? 0 : before.start + frame;
  const start = Math.max(earliest, snapToFrame(startFlicks, rate));
  const end = Math.max(start + frame, floorToFrame(endFlicks, rate));
  const move = (clipIds: readonly string[], deltaFlicks: Flicks): Edit => ({
    type: "move-clips",
    clipIds,
    deltaFlicks,
    trackDelta: 0,
    mode: "place",
    linked: false,
    idBase,
  });
  const trim = (clipId: string, deltaFlicks: Flicks): Edit => ({
    type: "trim-clip",
    clipId,
    edge: "end",
    deltaFlicks,
    ripple: "none",
    linked: false,
  });
  const overlap = end - (after[0]?.start ?? end);
  const intoBefore = before === undefined ? 0 : before.start + before.duration - start;
  const edits = [
    ...(overlap > 0
      ? [
          move(
            after.map(({ id }) => id),
            overlap,
          ),
        ]
      : []),
    ...(before !== undefined && intoBefore > 0 ? [trim(before.id, -intoBefore)] : []),
    // Short first, so that on its way it meets nobody.
    trim(cue.id, frame - cue.duration),
    move([cue.id], start - cue.start),
    trim(cue.id, end - start - frame),
  ];
  return ok({ label: "time", edits });
}
