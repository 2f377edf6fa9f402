import { type Clip, isUnfilled } from "@cutroom/timeline";
import { isStuck, makingOf } from "../../generate/making.ts";
import type { useMakingText } from "../../generate/use-making-text.ts";
import { isOffline } from "../relink/offline-files.ts";
import { useWorkspace } from "../../server/workspace.ts";

/** What stands on a clip that is not there yet, or not any more. */
export interface ClipMaking {
  readonly text: string;
  readonly percent: number | null;
  readonly failed: boolean;
}

/** What stands on a clip whose file is missing; null for one that has it. */
export function offlineMark(clip: Clip, text: () => string): ClipMaking | null {
  if (clip.kind !== "media" || !isOffline(clip.assetId, useWorkspace.getState())) return null;
  return { text: text(), percent: null, failed: true };
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
