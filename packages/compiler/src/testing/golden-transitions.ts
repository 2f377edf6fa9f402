/** Every kind of transition, on the bottom layer and above it. */
import { TRANSITION_KINDS } from "@cutroom/timeline";
import type { TransitionKind } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { ClipSketch, TrackSketch } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const KINDS_PER_PROJECT = 5;
const CLIP_FRAMES = 10;
const SECOND = 705_600_000;

function chain(
  kinds: readonly TransitionKind[],
  prefix: string,
  clipOf: (index: number) => Omit<ClipSketch, "id" | "at" | "frames">,
): Pick<TrackSketch, "clips" | "transitions"> {
  const clips = Array.from({ length: kinds.length + 1 }, (_, index) => ({
    ...clipOf(index),
    id: `${prefix}${index}`,
    at: index * CLIP_FRAMES,
    frames: CLIP_FRAMES,
    sourceStart: SECOND,
  }));
  const transitions = kinds.map(
    (kind, index) => [`${prefix}${index}`, `${prefix}${index + 1}`, 7, kind] as const,
  );
  return { clips, transitions };
}

/** Whole frames beneath; small, turned and see-through pictures above. */
function projectOf(kinds: readonly TransitionKind[], index: number): GoldenProject {
  const bottom = chain(kinds, "low", (at) => ({
    asset: at % 2 === 0 ? "a30" : "d24",
  }));
  const upper = chain(kinds, "high", (at) => ({
    asset: at % 2 === 0 ? "b30" : "a30",
    transform:
      at % 2 === 0 ? { x: 0.25, y: 0.2, scale: 0.5 } : { x: 0.3, scale: 0.6, rotationDeg: 30 },
    opacity: at % 3 === 0 ? 0.8 : 1,
  }));
  return {
    name: `transitions-${index + 1}: ${kinds.join(", ")}`,
    target: { width: 320, height: 180, rate: FPS_30 },
    document: documentOf(
      [
        { kind: "video", ...bottom },
        { kind: "overlay", ...upper },
      ],
      { background: "#204060" },
    ),
  };
}

export const TRANSITION_PROJECTS: readonly GoldenProject[] = Array.from(
  { length: Math.ceil(TRANSITION_KINDS.length / KINDS_PER_PROJECT) },
  (_, index) =>
    projectOf(
      TRANSITION_KINDS.slice(index * KINDS_PER_PROJECT, (index + 1) * KINDS_PER_PROJECT),
      index,
    ),
);
