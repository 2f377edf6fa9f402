/** What operators do about somebody's standing (C4): each leaves who, when and why. */
import { asSystem, holdPerson, noteRisk, readRiskPerson, releasePerson, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { CLEARED_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAppeal, presentHeld } from "./present-risk.ts";

const { riskAppeal } = schema;

interface Person {
  readonly tenantId: string;
  readonly userId: string;
}

/** Stops somebody's paid work; of one who is frozen already nothing changes. */
export function freezeUser(deps: Deps, caller: OperatorCaller, of: Person, reason: string) {
  return asSystem(deps.database, async (tx) => {
    if ((await readRiskPerson(tx, of)) === null) return refuse("request.not-found");
    await holdPerson(tx, {
      ...of,
      id: deps.ids.next("risk"),
      state: "frozen",
      actor: caller.email,
      reasons: ["operator"],
      score: null,
      signals: null,
      policy: null,
      note: reason,
    });
    const person = await readRiskPerson(tx, of);
    if (person === null) throw new Error("a member was there and is gone");
    return ok(presentHeld(person));
  });
}

function release(deps: Deps, tx: Transaction, caller: OperatorCaller, of: Person, note: string) {
  return releasePerson(tx, {
    ...of,
    id: deps.ids.next("risk"),
    by: "operator",
    action: "lifted",
    actor: caller.email,
    note,
    reference: null,
    clearedMs: CLEARED_MS.operator,
  });
}

const answered = (caller: OperatorCaller, granted: boolean, answer: string) => ({
  state: granted ? ("GRANTED" as const) : ("REFUSED" as const),
  answer,
  answeredBy: caller.email,
  answeredAt: sql`now()`,
});

/** Ends whatever is held against somebody; an open appeal is granted by it. */
export function liftUser(deps: Deps, caller: OperatorCaller, of: Person, reason: string) {
  return asSystem(deps.database, async (tx) => {
    if ((await readRiskPerson(tx, of)) === null) return refuse("request.not-found");
    if (!(await release(deps, tx, caller, of, reason))) return refuse("risk.not-held");
    await tx
      .update(riskAppeal)
      .set(answered(caller, true, reason))
      .where(
        and(
          eq(riskAppeal.tenantId, of.tenantId),
          eq(riskAppeal.userId, of.userId),
          eq(riskAppeal.state, "OPEN"),
        ),
      );
    const person = await readRiskPerson(tx, of);
    if (person === null) throw new Error("a member was there and is gone");
    return ok(presentHeld(person));
  });
}

/** Answers an open appeal once; granting it ends what is held against its author. */
export function answerRiskAppeal(
  deps: Deps,
  caller: OperatorCaller,
  to: { readonly appealId: string; readonly granted: boolean; readonly answer: string },
) {
  const { appealId, granted, answer } = to;
  return asSystem(deps.database, async (tx) => {
    const [row] = await tx
      .update(riskAppeal)
      .set(answered(caller, granted, answer))
      .where(and(eq(riskAppeal.id, appealId), eq(riskAppeal.state, "OPEN")))
      .returning();
    if (row === undefined) return refuse("request.not-found");
    const { tenantId, userId } = row;
    if (granted) {
      await release(deps, tx, caller, row, answer);
    } else {
      const id = deps.ids.next("risk");
      const actor = caller.email;
      await noteRisk(tx, { id, tenantId, userId, action: "refused", actor, note: answer });
    }
    return ok(presentAppeal(row));
  });
}
