import type { TaskScene } from "./kinds.ts";
import type { TaskState } from "./states.ts";

/**
 * Why a task failed for good, and whose fault that was. Only the platform's faults are retried,
 * kept as dead letters and counted against it (C10, O1).
 */
export const FAILURE_CLASSES = ["input", "moderation", "user", "platform"] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

export const failureClasses = {
  EMPTY_FILE: "input",
  NOT_MEDIA: "input",
  UNSUPPORTED_FORMAT: "input",
  DISGUISED_PLAYLIST: "input",
  TRUNCATED: "input",
  CORRUPT: "input",
  PIXEL_LIMIT: "input",
  DURATION_LIMIT: "input",
  STREAM_LIMIT: "input",
  LUT_INVALID: "input",
  ASSET_MISSING: "input",
  TEXT_UNSUPPORTED: "input",
  PLAN_INVALID: "platform",
  VERIFY_FAILED: "platform",
  RENDER_FAILED: "platform",
  DEADLINE: "platform",
  STORAGE_FAILED: "platform",
  FORMAT_UNAVAILABLE: "platform",
  SIGNING_FAILED: "platform",
  PROMPT_REFUSED: "moderation",
  OUTPUT_REFUSED: "moderation",
  MODEL_REFUSED: "input",
  MODEL_UNAVAILABLE: "platform",
  MODEL_FAILED: "platform",
  OUTPUT_LOST: "platform",
  CANCELED: "user",
} as const satisfies Readonly<Record<string, FailureClass>>;
export type FailureCode = keyof typeof failureClasses;

/** A code that this version does not know is nobody's fault but ours. */
export function failureClassOf(code: string): FailureClass {
  return code in failureClasses ? failureClasses[code as FailureCode] : "platform";
}

/**
 * Whether a person may ask for the same work once more (C1): only what failed through the
 * platform can end otherwise. A file that was refused is uploaded again instead.
 */
export function canRetry(task: {
  readonly state: TaskState;
  readonly scene: TaskScene;
  readonly failureCode: string | null;
}): boolean {
  const { state, scene, failureCode } = task;
  if (state !== "FAILED" || scene === "ingest") return false;
  return failureCode === null || failureClassOf(failureCode) === "platform";
}
