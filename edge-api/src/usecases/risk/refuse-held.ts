import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readStanding } from "./read-standing.ts";

/** Why nothing is taken of this person now: a challenge to solve, or a freeze to appeal against. */
export async function refuseHeld(deps: Deps, caller: UserCaller) {
  const { state, reasons, reference, sinceMs } = await readStanding(deps, caller);
  // Lifted in this very moment.
  if (state === "clear") return refuse("service.unavailable", { retry_after_s: 1 });
  return refuse(state === "grey" ? "risk.review" : "risk.frozen", {
    reference,
    reasons: reasons.join(", "),
    since: new Date(sinceMs).toISOString(),
  });
}
