/** Compound clips: several clips that are one on the timeline. */
import { isCompound, fail, ok } from "@cutroom/timeline";
import type { Clip, CompoundClip } from "@cutroom/timeline";
import { takesLinks } from "../state/selection.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

/** No name of ours, which would be in one language only: the first clip's and how many more. */
function nameOf(clips: readonly Clip[]): string {
  const [first, ...more] = clips;
  const name = first?.name ?? "";
  return more.length === 0 ? name : `${name.slice(0, 280)} +${more.length}`;
}

/** The selected clips as one compound clip, which is selected then. */
export function makeCompound(situation: Situation): Planned {
  const { document, idBase } = situation;
  const clips = selectedClips(situation);
  if (clips.length === 0) return fail("action.nothing-selected");
  const clipIds = clips.map(({ id }) => id);
  return ok({
    label: "make-compound",
    edits: [
      {
        type: "make-compound",
        clipIds,
        sequenceId: `${idBase}-s`,
        name: nameOf(clips),
        idBase,
        linked: takesLinks(document, clipIds),
      },
    ],
    select: [`${idBase}-1`],
  });
}

export function selectedCompounds(situation: Situation): readonly CompoundClip[] {
  return selectedClips(situation).filter(isCompound);
}

/** The contents of the selected compound clips in their place. */
export function breakCompounds(situation: Situation): Planned {
  const compounds = selectedCompounds(situation);
  if (compounds.length === 0) return fail("action.nothing-selected");
  return ok({
    label: "break-compound",
    edits: compounds.map(({ id }, index) => ({
      type: "break-compound",
      clipId: id,
      idBase: `${situation.idBase}-${index}`,
    })),
  });
}
