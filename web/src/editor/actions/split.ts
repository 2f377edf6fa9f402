import { fail, ok } from "@cutroom/timeline";
import { type Planned, type Situation, clipsUnderPlayhead } from "./plan.ts";

/** Cuts at the playhead: the selection, or the topmost clip. */
export function splitAtPlayhead(situation: Situation): Planned {
  const clips = clipsUnderPlayhead(situation);
  if (clips.length === 0) return fail("action.nothing-at-playhead");
  return split(
    situation,
    clips.map(({ id }) => id),
  );
}

/** Cuts every unlocked track at the playhead. */
export function splitAllTracks(situation: Situation): Planned {
  return split(situation, null);
}

function split({ playheadFlicks, idBase }: Situation, clipIds: string[] | null): Planned {
  return ok({
    label: "split",
    edits: [{ type: "split-clip", atFlicks: playheadFlicks, clipIds, idBase }],
  });
}
