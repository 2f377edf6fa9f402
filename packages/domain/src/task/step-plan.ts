/** The steps of a task before they are written: a graph in which everything can be reached. */
import type { PoolName } from "../schedule/pools.ts";
import type { StepKind } from "./kinds.ts";

export interface PlannedStep {
  /** Names the step among the others of its task. */
  readonly name: string;
  readonly kind: StepKind;
  /** Tells one piece of work from another: one live step for each (C2). */
  readonly inputDigest: string;
  /** Names of the steps that must have succeeded before this one is ready. */
  readonly needs: readonly string[];
  /** Where it runs and for how long, where the task's scene does not tell. */
  readonly pool?: PoolName;
  /** Whose caps it counts against, where a model has any. */
  readonly modelVersion?: string;
  readonly estSeconds?: number;
}

/** Why these steps cannot be run to their end, or null when they can. */
export function refuseStepPlan(steps: readonly PlannedStep[]): string | null {
  if (steps.length === 0) return "there is no step";
  const names = new Set(steps.map((step) => step.name));
  if (names.size < steps.length) return "two steps have one name";
  const pieces = new Set(steps.map((step) => JSON.stringify([step.kind, step.inputDigest])));
  if (pieces.size < steps.length) return "two steps do the same work";
  const done = new Set<string>();
  for (let before = -1; before < done.size;) {
    before = done.size;
    for (const step of steps) if (step.needs.every((need) => done.has(need))) done.add(step.name);
  }
  const stuck = steps.filter((step) => !done.has(step.name)).map((step) => step.name);
  return stuck.length === 0 ? null : `never ready: ${stuck.join(", ")}`;
}
