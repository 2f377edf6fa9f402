import type { PlanLimits, StepKind, StepState, TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/** A step before it is written, by the names of its columns. */
export interface NewStepFacts {
  readonly id: string;
  readonly kind: StepKind;
  readonly model_version: string;
  readonly input_digest: string;
  readonly pool: string;
  readonly tier: number;
  /** Where it waits instead when its pool or its model is full, or a risk rule says so. */
  readonly demoted_tier: number;
  readonly est_seconds: number;
  readonly weight: number;
  readonly tenant_cap: number;
  readonly user_cap: number;
  readonly state: StepState;
  /** Ids of the steps that must have succeeded before. */
  readonly needs: readonly string[];
  /** Its wake-up, when it is ready at once. */
  readonly outbox_id: string | null;
}

/** A task before it is written, by the names of its columns. */
export interface NewTaskFacts {
  readonly id: string;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly scene: TaskScene;
  readonly plan: PlanLimits;
  readonly asset_id: string | null;
  readonly project_id: string | null;
  readonly project_name: string | null;
  readonly project_revision: number | null;
  readonly spec: unknown;
  readonly credits: number;
  readonly retry_budget: number;
  readonly end_to_end_ms: number;
  readonly steps: readonly NewStepFacts[];
}

/** Writes a task, its steps, a wake-up for each that is ready, and its first event, together. */
export async function storeTask(
  tx: Transaction,
  task: NewTaskFacts,
  { demoted }: { readonly demoted: boolean },
): Promise<void> {
  await tx.execute(sql`
    select cutroom_create_task(${JSON.stringify(task)}::jsonb, ${demoted}::boolean),
           cutroom_tell_created(${task.id})`);
}
