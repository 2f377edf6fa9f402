import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readStanding } from "./read-standing.ts";

/** Names the very verdict: a solution ends that one and no later one, so none has to be kept. */
export function challengeSubject(caller: UserCaller, reference: string): string {
  return `${caller.tenantId}/${caller.userId}/${reference}`;
}

/** Something to solve for whoever is on the grey list (C4). A freeze is for people to end. */
export async function createRiskChallenge(deps: Deps, caller: UserCaller) {
  const { state, reference } = await readStanding(deps, caller);
  if (state === "clear") return refuse("risk.not-held");
  if (state === "frozen") return refuse("risk.frozen", { reference });
  const subject = challengeSubject(caller, reference);
  const { challenge, expiresAtMs } = await deps.captcha.challenge({
    subject,
    nowMs: deps.clock.nowMs(),
  });
  return ok({ challenge, expires_at: new Date(expiresAtMs).toISOString() });
}
