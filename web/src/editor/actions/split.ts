import { fail, ok } from "@cutroom/timeline";
import { takesLinks } from "../state/selection.ts";
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

function split(situation: Situation, clipIds: string[] | null): Planned {
  const { document, selectedClipIds, playheadFlicks: atFlicks, idBase } = situation;
  const linked = takesLinks(document, selectedClipIds);
  return ok({
    label: "split",
    edits: [{ type: "split-clip", atFlicks, clipIds, idBase, linked }],
  });
}
