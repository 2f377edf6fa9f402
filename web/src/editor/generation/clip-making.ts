import { type Clip, isUnfilled } from "@cutroom/timeline";
import { isStuck, makingOf } from "../../generate/making.ts";
import type { useMakingText } from "../../generate/use-making-text.ts";
import { useWorkspace } from "../../server/workspace.ts";

/** What stands on a clip that is not there yet. */
export interface ClipMaking {
  readonly text: string;
  readonly percent: number | null;
  readonly failed: boolean;
}

/** Null for a clip that waits for nothing. */
export function clipMaking(
  clip: Clip,
  words: Pick<ReturnType<typeof useMakingText>, "short">,
): ClipMaking | null {
  if (!isUnfilled(clip)) return null;
  const { assets, tasks } = useWorkspace.getState();
  const task = Object.values(tasks).find((one) => one.asset_id === clip.assetId);
  const making = makingOf(task, assets[clip.assetId]);
  if (making === null) return null;
  const text = words.short(making, task);
  return { text, percent: making.percent, failed: isStuck(making) };
}
