/** What a model cannot do, as the table of models says. */
import { clipModel } from "./models.ts";
import type { ClipRatio, FrameRole, GenerationMode, ModelName } from "./models.ts";

/** One picture that is asked for, and what its file is. */
export interface WantedFrame {
  readonly role: FrameRole;
  readonly kind: string;
}

/**
 * Why a model cannot make a clip from these pictures; null when it can. A clip needs its first one
 * in every mode but `text`, which has none.
 */
export function refuseFrames(
  name: ModelName,
  mode: GenerationMode,
  frames: readonly WantedFrame[],
): "mode" | "assets" | null {
  const model = clipModel(name);
  const roles = frames.map((frame) => frame.role);
  if (mode === "text") return frames.length === 0 ? null : "assets";
  if (!model.frames.includes("first_frame")) return "mode";
  const isWhole = roles.includes("first_frame") && new Set(roles).size === roles.length;
  const fits = frames.every(
    ({ role, kind }) =>
      model.frames.includes(role) &&
      (kind === "image" || (kind === "video" && model.framesOfFilms)),
  );
  return isWhole && fits ? null : "assets";
}

/** Why a model cannot do this; null when it can. */
export function refuseClip(
  name: ModelName,
  wanted: {
    readonly ratio: ClipRatio;
    readonly durationMs: number;
    readonly negativePrompt?: string | undefined;
    readonly frames?: readonly Pick<WantedFrame, "role">[];
  },
): "ratio" | "duration_ms" | "negative_prompt" | null {
  const model = clipModel(name);
  const { durationMs, frames = [] } = wanted;
  if (model.sizes[wanted.ratio] === undefined) return "ratio";
  const isEnded = frames.some(({ role }) => role === "last_frame");
  const lengths = (isEnded ? model.lastFrameDurationsMs : undefined) ?? model.durationsMs;
  const fits = lengths?.includes(durationMs) ?? true;
  if (!fits || durationMs < model.minDurationMs || durationMs > model.maxDurationMs) {
    return "duration_ms";
  }
  const negative = wanted.negativePrompt ?? "";
  return negative !== "" && !model.hasNegativePrompt ? "negative_prompt" : null;
}
