import type { Clip, Edit, MediaFacts, ProjectDocument } from "@cutroom/timeline";
import { poseEdit, timeInClip } from "./pose-edits.ts";

/**
 * Puts pictures upright in the middle of the frame: whole inside it (`fit`), or so large that
 * no edge stays empty (`fill`). Keyed numbers get a key at the playhead.
 */
export function fitFrame(
  document: ProjectDocument,
  clips: readonly Clip[],
  how: "fit" | "fill",
  at: {
    readonly playheadFlicks: number;
    readonly factsOf: (assetId: string) => MediaFacts | null | undefined;
  },
): Edit[] {
  const { width, height, rate } = document.settings;
  return clips.map((clip) => {
    const video = clip.kind === "media" ? at.factsOf(clip.assetId)?.video : null;
    const ratios = video ? [width / video.width, height / video.height] : [1];
    const scale = how === "fit" ? 1 : Math.min(20, Math.max(...ratios) / Math.min(...ratios));
    const pose = { x: 0, y: 0, scale, rotationDeg: 0 };
    return poseEdit(clip, timeInClip(clip, at.playheadFlicks, rate), pose);
  });
}
