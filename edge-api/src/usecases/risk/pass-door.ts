import { asSystem, holdPerson } from "@cutroom/db";
import { DOOR_POLICY, clearanceOf, judgeRisk, riskBounds, riskFacts } from "@cutroom/domain";
import type { Clearance, DoorJudgement, RiskBounds, RiskFacts } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Result } from "@cutroom/timeline";
import type { CallerRisk, UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import type { Refusal } from "../../refusal.ts";
import { countSignals } from "./count-signals.ts";
import type { Asked } from "./count-signals.ts";
import { refuseHeld } from "./refuse-held.ts";

type HeldCode = "risk.review" | "risk.frozen" | "service.unavailable";

async function judgeCounted(
  deps: Deps,
  caller: UserCaller,
  of: { readonly risk: CallerRisk; readonly asked: Asked; readonly clearance: Clearance | null },
): Promise<(DoorJudgement & { readonly facts: RiskFacts }) | null> {
  const { risk, asked, clearance } = of;
  const counts = await countSignals(deps, caller, risk, asked);
  if (counts === null) return null;
  const facts = riskFacts(counts, {
    accountAgeMs: deps.clock.nowMs() - risk.accountMadeAtMs,
    submitsPerMinute: caller.plan.exportsPerMinute,
  });
  return { ...judgeRisk(facts, clearance), facts };
}

/**
 * The risk layer of a submit (C4): what the database's rule goes by, or why nothing is taken. One
 * round trip to the key-value store; while that is down everybody passes, but for whoever is held.
 * A verdict against somebody is stored before it is told.
 */
export async function passDoor(
  deps: Deps,
  caller: UserCaller,
  asked: Asked,
): Promise<Result<RiskBounds | null, Refusal<HeldCode>>> {
  const { risk, plan, tenantId, userId } = caller;
  if (risk === undefined) return ok(riskBounds(plan));
  if (risk.standing.state !== "clear") return refuseHeld(deps, caller);
  const clearance = clearanceOf(risk.standing, deps.clock.nowMs());
  const bounds = riskBounds(plan, clearance);
  // By contract, or because an operator said so.
  if (bounds === null) return ok(null);
  const judged = await judgeCounted(deps, caller, { risk, asked, clearance });
  if (judged === null || judged.verdict === "allow") return ok(bounds);
  const { verdict, score, reasons, facts } = judged;
  if (verdict === "demote") return ok({ ...bounds, door: { reasons, facts } });
  const id = deps.ids.next("risk");
  const state = verdict === "grey" ? "grey" : "frozen";
  await asSystem(deps.database, (tx) =>
    holdPerson(tx, {
      id,
      tenantId,
      userId,
      state,
      actor: "rule",
      reasons,
      score,
      signals: facts,
      policy: DOOR_POLICY,
      note: null,
    }),
  );
  deps.log({ level: "warn", message: "held by the risk layer", tenantId, userId, verdict, score });
  return refuseHeld(deps, caller);
}
