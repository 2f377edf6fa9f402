import { asSystem, reserveCredits, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { startRound } from "../task/start-round.ts";
import { relayTask } from "../wake/relay-wakes.ts";

const { deadLetter } = schema;

/**
 * Runs given-up work once more (C10): a new round of its task. Its reservation holds nothing,
 * because the fault was ours and the credits have been given back; so neither an empty balance
 * nor our second try can cost its owner anything.
 */
export async function redriveDeadLetter(deps: Deps, operator: OperatorCaller, letterId: string) {
  const outcome = await asSystem(deps.database, async (tx) => {
    const [letter] = await tx.select().from(deadLetter).where(eq(deadLetter.id, letterId));
    if (letter === undefined) return refuse("request.not-found");
    const { taskId, tenantId, state } = letter;
    if (state !== "OPEN") return refuse("task.illegal-move", { state });
    const asked = { taskId, credits: 0, askedBy: operator.email, demoted: false };
    const started = await startRound(deps, tx, asked);
    if (started === null) return refuse("task.illegal-move", { state: "changed" });
    const { round } = started;
    const reservationId = `res_${taskId}_${round}`;
    await reserveCredits(tx, { tenantId, taskId, reservationId, amount: 0, round });
    return ok({ task_id: taskId, round });
  });
  if (!outcome.ok) return outcome;
  await deps.reach("redrive.committed");
  deps.defer(relayTask(deps, outcome.value.task_id));
  return outcome;
}
