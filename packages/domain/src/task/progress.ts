/** How far work is, in whole percent, and the few marks of it that are kept (C11). */
import type { StepState } from "./steps.ts";

export const MILESTONES = [10, 30, 60, 90, 100] as const;

/** Finer progress lives this long without being told again, and nowhere but in memory. */
export const PROGRESS_TTL_MS = 10_000;
/** A worker tells of progress at most this often. */
export const PROGRESS_EVERY_MS = 1_000;

/** The last milestone that `percent` has reached; 0 before the first. */
export function milestoneOf(percent: number): number {
  return MILESTONES.findLast((mark) => mark <= percent) ?? 0;
}

export interface StepProgress {
  readonly state: StepState;
  /** 0-100, of a step that runs. */
  readonly progress: number;
  /** How much of the task it is, next to the others. */
  readonly estSeconds: number;
}

/** A task's progress: what succeeded counts in full, what runs as far as it is, each by its size. */
export function taskProgress(steps: readonly StepProgress[]): number {
  const total = steps.reduce((sum, step) => sum + step.estSeconds, 0);
  if (total === 0) return 0;
  const done = (step: StepProgress) => {
    if (step.state === "SUCCEEDED") return 100;
    return step.state === "RUNNING" ? step.progress : 0;
  };
  const percent = steps.reduce((sum, step) => sum + step.estSeconds * done(step), 0) / total;
  // Sums of fractions may lie a hair below the whole number that they are.
  return Math.floor(percent + 1e-6);
}
