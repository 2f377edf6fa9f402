import type { DeadLetter } from "@cutroom/contracts";
import type { DeadLetterRow, TaskRow } from "@cutroom/db";

export function presentDeadLetter(
  row: DeadLetterRow,
  of: Pick<TaskRow, "scene" | "state">,
): DeadLetter {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    task_id: row.taskId,
    step_id: row.stepId,
    scene: of.scene,
    task_state: of.state,
    round: row.round,
    cause: row.cause,
    attempts: row.attempts,
    internal: row.internal,
    state: row.state,
    closed_by: row.closedBy,
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}
