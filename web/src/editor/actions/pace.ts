/** Commands that change how clips run. */
import { FLICKS_PER_SECOND, type MediaClip, fail, ok, readsSource } from "@cutroom/timeline";
import { type Planned, type Situation, clipsUnderPlayhead, selectedClips } from "./plan.ts";

const HELD_FLICKS = 2 * FLICKS_PER_SECOND;

/** Holds what the selected clip, or the topmost one, shows at the playhead. */
export function freezeFrame(situation: Situation): Planned {
  const clips = clipsUnderPlayhead(situation);
  const film = clips.find((clip) => readsSource(clip) && clip.mediaKind === "video");
  if (film === undefined) return fail("action.nothing-at-playhead");
  const { playheadFlicks: atFlicks, idBase } = situation;
  const clipIds = [film.id];
  return ok({
    label: "freeze",
    edits: [{ type: "freeze-frame", clipIds, atFlicks, durationFlicks: HELD_FLICKS, idBase }],
  });
}

/** All selected clips backwards, or all forwards when they run backwards already. */
export function reverseClips(situation: Situation): Planned {
  const clips = selectedClips(situation).filter(
    (clip): clip is MediaClip & { sourceDuration: number } => readsSource(clip),
  );
  if (clips.length === 0) return fail("action.nothing-selected");
  const reversed = clips.some((clip) => clip.reversed !== true);
  const clipIds = clips.map(({ id }) => id);
  return ok({ label: "speed", edits: [{ type: "set-clip", clipIds, changes: { reversed } }] });
}
