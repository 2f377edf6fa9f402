/**
 * Fine progress lives in the key-value store only, and fades there (C11). The key holds the
 * attempt, so what a stale worker says is never read.
 */
import { PROGRESS_TTL_MS, milestoneOf } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import type { StepGlance } from "../task/glance-at-steps.ts";
import { bufferMilestone } from "./milestones.ts";

interface Attempt {
  readonly stepId: string;
  readonly attempt: number;
}

const keyOf = ({ stepId, attempt }: Attempt) => `progress:${stepId}:${attempt}`;

async function read(deps: Deps, of: Attempt): Promise<number> {
  const text = await deps.keyValue.get(keyOf(of));
  return text === null ? 0 : Number.parseInt(text, 10) || 0;
}

/** Notes how far an attempt is. Nothing here touches the database. */
export async function noteProgress(deps: Deps, of: Attempt, percent: number): Promise<void> {
  try {
    const before = await read(deps, of);
    await deps.keyValue.set(keyOf(of), String(percent), { ttlMs: PROGRESS_TTL_MS });
    const milestone = milestoneOf(percent);
    if (milestone > milestoneOf(before)) await bufferMilestone(deps, { ...of, milestone });
  } catch (error) {
    deps.log({ level: "warn", message: "progress not noted", error: String(error) });
  }
}

/** The steps with their newest progress; as they were when the store has nothing or is down. */
export async function readFineProgress(
  deps: Deps,
  steps: readonly StepGlance[],
): Promise<readonly StepGlance[]> {
  return Promise.all(
    steps.map(async (step) => {
      if (step.state !== "RUNNING") return step;
      const of = { stepId: step.id, attempt: step.attempt };
      const fresh = await read(deps, of).catch(() => 0);
      return { ...step, progress: Math.max(step.progress, fresh) };
    }),
  );
}
