/** What may be asked of the procedural model. */
import { clipModels } from "@cutroom/domain";
import type { ClipRatio, ClipSize } from "@cutroom/domain";

export interface ClipRequest {
  readonly prompt: string;
  /** Whole, 0 to 2^32 - 1. */
  readonly seed: number;
  readonly ratio: ClipRatio;
  readonly durationMs: number;
  /** Whether the prompt is written into the picture. */
  readonly caption: boolean;
}

/** Pictures are painted at three quarters of their size: half the work, and soft as film is. */
export function paintedSize(ratio: ClipRatio): ClipSize {
  const { width, height } = clipModels.procedural.sizes[ratio];
  return { width: (width * 3) / 4, height: (height * 3) / 4 };
}
