import { type MediaClip, fail, ok, takesOf } from "@cutroom/timeline";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

/** Whether there is another take to step to. */
export const hasTakes = (clip: { readonly kind: string }): clip is MediaClip =>
  clip.kind === "media" && takesOf(clip as MediaClip).length > 1;

/** Every selected clip that has takes shows its next one, or the one before; round and round. */
export function stepTake(situation: Situation, step: 1 | -1): Planned {
  const clips = selectedClips(situation).filter(hasTakes);
  const edits = clips.flatMap((clip) => {
    const takes = takesOf(clip);
    const at = takes.findIndex(({ assetId }) => assetId === clip.assetId);
    const take = takes.at((at + step) % takes.length);
    return take === undefined ? [] : [{ type: "use-take" as const, clipId: clip.id, take }];
  });
  return edits.length === 0 ? fail("action.no-takes") : ok({ label: "take", edits });
}
