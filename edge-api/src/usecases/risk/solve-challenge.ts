import { asSystem, releasePerson } from "@cutroom/db";
import { CLEARED_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { challengeSubject } from "./create-challenge.ts";
import { presentStanding, readStanding } from "./read-standing.ts";

/** Takes somebody off the grey list who has solved its challenge (C4); for an hour. */
export async function solveRiskChallenge(deps: Deps, caller: UserCaller, solution: string) {
  const { state, reference } = await readStanding(deps, caller);
  if (state === "clear") return refuse("risk.not-held");
  if (state === "frozen") return refuse("risk.frozen", { reference });
  const subject = challengeSubject(caller, reference);
  if (!(await deps.captcha.verify({ subject, solution }))) return refuse("risk.challenge-failed");
  const { tenantId, userId } = caller;
  await asSystem(deps.database, (tx) =>
    releasePerson(tx, {
      id: deps.ids.next("risk"),
      tenantId,
      userId,
      by: "challenge",
      action: "solved",
      actor: userId,
      note: null,
      reference,
      clearedMs: CLEARED_MS.challenge,
    }),
  );
  return ok(presentStanding(await readStanding(deps, caller)));
}
