/** When clips are on screen in output frames, transitions included. */
import { clipEnd, fail, flatten, flicksToFrameNearest, ok } from "@cutroom/timeline";
import type {
  CaptionClip,
  PlainClip,
  ProjectDocument,
  Rate,
  Result,
  Track,
  TransitionKind,
} from "@cutroom/timeline";
import type { PlanFailure } from "./plan.ts";

/** One side of a transition, in output frames: how far the clip runs on, and the whole length. */
export interface Joint {
  readonly handleFrames: number;
  readonly totalFrames: number;
}

/** What is drawn or heard by itself; a cue of captions is drawn in the style of its track. */
type DrawnClip = Exclude<PlainClip, CaptionClip>;

export interface ClipTiming {
  readonly clip: DrawnClip;
  /** The clip's own edges, without handles. */
  readonly startFrame: number;
  readonly endFrame: number;
  readonly headJoint: Joint | null;
  readonly tailJoint: Joint | null;
}

export interface CueTiming {
  readonly cue: CaptionClip;
  readonly startFrame: number;
  readonly endFrame: number;
}

export interface TrackTiming {
  readonly track: Track;
  /** Of a caption track, in time order; they may lie beyond the end. */
  readonly cues: readonly CueTiming[];
  /** In time order. */
  readonly clips: readonly ClipTiming[];
  readonly transitions: readonly {
    readonly kind: TransitionKind;
    readonly leftClipId: string;
    readonly rightClipId: string;
    readonly startFrame: number;
    readonly frameCount: number;
  }[];
}

type Edges = { clip: DrawnClip; startFrame: number; endFrame: number };

/**
 * Clips that round to no frame at this rate vanish. A transition that its clips are too short
 * for is shortened, because two of them can never share a frame of one clip.
 */
function joinClips(document: ProjectDocument, clips: readonly Edges[], fps: Rate) {
  const joints = Object.values(document.transitions);
  const heads = new Map<string, Joint>();
  const tails = new Map<string, Joint>();
  const transitions: TrackTiming["transitions"][number][] = [];
  for (const [index, right] of clips.entries()) {
    const left = clips[index - 1];
    if (!left || left.endFrame !== right.startFrame) continue;
    const transition = joints.find(
      (one) => one.leftClipId === left.clip.id && one.rightClipId === right.clip.id,
    );
    if (!transition) continue;
    const head = heads.get(left.clip.id);
    const taken = head ? head.totalFrames - head.handleFrames : 0;
    const leftRoom = left.endFrame - left.startFrame - taken;
    const rightRoom = right.endFrame - right.startFrame;
    const wanted = flicksToFrameNearest(transition.duration, fps);
    const frameCount = Math.min(wanted, 2 * leftRoom + 1, 2 * rightRoom);
    if (frameCount < 1) continue;
    const before = Math.floor(frameCount / 2);
    tails.set(left.clip.id, { handleFrames: frameCount - before, totalFrames: frameCount });
    heads.set(right.clip.id, { handleFrames: before, totalFrames: frameCount });
    transitions.push({
      kind: transition.kind,
      leftClipId: left.clip.id,
      rightClipId: right.clip.id,
      startFrame: right.startFrame - before,
      frameCount,
    });
  }
  return { heads, tails, transitions };
}

/** A compound clip lasts as long as it is, also where there is nothing in it. */
function compoundEnd(document: ProjectDocument, fps: Rate): number {
  const compounds = Object.values(document.clips).filter(({ kind }) => kind === "compound");
  return Math.max(0, ...compounds.map((clip) => flicksToFrameNearest(clipEnd(clip), fps)));
}

/**
 * Every track's clips and transitions, bottom to top, and the length of the whole, which captions
 * do not change. Compound clips are what they show.
 */
export function timeTracks(
  whole: ProjectDocument,
  fps: Rate,
): Result<{ tracks: TrackTiming[]; frameCount: number }, PlanFailure> {
  const tracks: TrackTiming[] = [];
  const document = flatten(whole);
  let frameCount = compoundEnd(whole, fps);
  for (const trackId of document.trackOrder) {
    const track = document.tracks[trackId];
    if (!track) continue;
    const timed = Object.values(document.clips)
      .filter((clip) => clip.trackId === trackId)
      .map((clip) => ({
        clip,
        startFrame: flicksToFrameNearest(clip.start, fps),
        endFrame: flicksToFrameNearest(clip.start + clip.duration, fps),
      }))
      .filter((one) => one.endFrame > one.startFrame)
      .toSorted((a, b) => a.startFrame - b.startFrame);
    const cues: CueTiming[] = [];
    const clips: Edges[] = [];
    for (const { clip, ...edges } of timed) {
      if (clip.kind === "caption") cues.push({ cue: clip, ...edges });
      else if (clip.kind !== "compound") clips.push({ clip, ...edges });
    }
    for (const [index, clip] of clips.entries()) {
      const before = clips[index - 1];
      if (before && before.endFrame > clip.startFrame) {
        return fail("plan.overlap", { clipId: clip.clip.id });
      }
      frameCount = Math.max(frameCount, clip.endFrame);
    }
    const { heads, tails, transitions } = joinClips(document, clips, fps);
    tracks.push({
      track,
      cues,
      clips: clips.map((one) => ({
        clip: one.clip,
        startFrame: one.startFrame,
        endFrame: one.endFrame,
        headJoint: heads.get(one.clip.id) ?? null,
        tailJoint: tails.get(one.clip.id) ?? null,
      })),
      transitions,
    });
  }
  return ok({ tracks, frameCount });
}
