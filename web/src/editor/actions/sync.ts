/** Bringing linked clips that were moved against each other together again. */
import {
  type Clip,
  type Edit,
  type Flicks,
  type ProjectDocument,
  fail,
  framesToFlicks,
  headHandle,
  ok,
  syncOffsets,
  tailHandle,
} from "@cutroom/timeline";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

interface Late {
  readonly clip: Clip;
  readonly lateFlicks: Flicks;
}

/**
 * The selected clips that are out of sync; of a whole link group not its leading picture: the
 * sound comes to the picture, unless the picture alone is selected.
 */
function lateClips(situation: Situation): readonly Late[] {
  const { document } = situation;
  const offsets = syncOffsets(document);
  const late = selectedClips(situation).flatMap((clip) => {
    const offset = offsets.get(clip.id);
    return offset === undefined ? [] : [{ clip, offset }];
  });
  return late
    .filter(
      ({ clip, offset }) =>
        !offset.leads ||
        !late.some((other) => !other.offset.leads && other.clip.linkId === clip.linkId),
    )
    .map(({ clip, offset }) => ({
      clip,
      lateFlicks: framesToFlicks(offset.frames, document.settings.rate),
    }));
}

export function hasLate(document: ProjectDocument, selectedClipIds: readonly string[]): boolean {
  const offsets = syncOffsets(document);
  return selectedClipIds.some((id) => offsets.has(id));
}

/** Moves what is late to where it was; its content stays. */
export function moveIntoSync(situation: Situation): Planned {
  const late = lateClips(situation);
  if (late.length === 0) return fail("action.in-sync");
  if (late.some(({ clip, lateFlicks }) => clip.start < lateFlicks)) {
    return fail("action.no-sync-room");
  }
  const edits = late.map(({ clip, lateFlicks }): Edit => ({
    type: "move-clips",
    clipIds: [clip.id],
    deltaFlicks: -lateFlicks,
    trackDelta: 0,
    mode: "place",
    idBase: situation.idBase,
    linked: false,
  }));
  return ok({ label: "sync", edits });
}

/** Leaves every clip where it is, and what is late shows another part of its file. */
export function slipIntoSync(situation: Situation): Planned {
  const late = lateClips(situation);
  if (late.length === 0) return fail("action.in-sync");
  const short = late.some(({ clip, lateFlicks }) =>
    lateFlicks > 0 ? tailHandle(clip) < lateFlicks : headHandle(clip) < -lateFlicks,
  );
  if (short) return fail("action.no-sync-room");
  const edits = late.map(({ clip, lateFlicks: deltaFlicks }): Edit => ({
    type: "slip",
    clipIds: [clip.id],
    deltaFlicks,
    linked: false,
  }));
  return ok({ label: "sync", edits });
}
