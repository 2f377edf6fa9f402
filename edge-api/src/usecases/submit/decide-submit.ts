/** The gates that only the database can decide, then the facts: one transaction (C3). */
import { admitSubmit, distrustCopy, forTenant, reserveCredits, submitAtOnce } from "@cutroom/db";
import type { AdmitAsk, NewTaskFacts, Verdict } from "@cutroom/db";
import { refuseFull, reservePosting, taskPostingKey } from "@cutroom/domain";
import type { QuotaRefusal } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import type { Verbatim } from "../../verbatim.ts";
import type { Entered } from "../quota/enter-quota.ts";
import { planTask } from "../task/create-task.ts";
import { answerOf, foresee, writeAnswer } from "./answer.ts";
import { keepAnswer } from "./idempotency.ts";
import type { Ask, StoreWork } from "./submit-task.ts";

/** Longer waits for the tenant's other submits are an outage to whoever asks. */
const LOCK_WAIT_MS = 5_000;

export type Decided =
  | {
      readonly is: "accepted";
      readonly taskId: string;
      readonly answer: string;
      /** What was stored, where nothing but a new task was. */
      readonly task?: NewTaskFacts;
    }
  | { readonly is: "known"; readonly answer: Verbatim }
  | { readonly is: "other" | "in-flight" | "busy" }
  | { readonly is: "full"; readonly refusal: QuotaRefusal }
  | {
      readonly is: "poor";
      readonly details: { readonly needed: number; readonly available: number };
    }
  | { readonly is: "review"; readonly reference: string }
  /** The copy that admitted it has been made anew, or is not whole: ask again. */
  | { readonly is: "stale" };

type Admitted = Exclude<Entered, { by: "nobody" }>;
type Refused = Exclude<Verdict, { is: "admitted" }>;

function admitAsk(deps: Deps, ask: Ask, entered: Admitted): AdmitAsk {
  const { caller, hold, submit, work, layers } = ask;
  return {
    ...submit,
    userId: caller.userId,
    pool: hold.pool,
    model: hold.model,
    inputDigest: work.inputDigest,
    credits: work.credits,
    layers,
    risk: ask.risk,
    riskId: deps.ids.next("risk"),
    copy: entered.by === "copy" ? { epoch: entered.epoch, demoted: entered.demoted } : null,
  };
}

async function tell(deps: Deps, ask: Ask, verdict: Refused): Promise<Decided> {
  const { tenantId } = ask.caller;
  switch (verdict.is) {
    case "answered":
      return { is: "known", answer: await answerOf(deps, tenantId, verdict) };
    case "forgotten": {
      const known = { is: "forgotten", taskId: verdict.task_id } as const;
      return { is: "known", answer: await answerOf(deps, tenantId, known) };
    }
    case "full": {
      const layer = ask.layers.find(({ name }) => name === verdict.layer);
      if (layer === undefined) throw new Error(`no layer ${verdict.layer} was asked for`);
      return { is: "full", refusal: refuseFull(layer, verdict.used, deps.clock.nowMs()) };
    }
    case "poor":
      return {
        is: "poor",
        details: { needed: ask.work.credits, available: verdict.available },
      };
    case "review":
    case "other":
    case "in-flight":
    case "stale":
      return verdict;
  }
}

/** Gates and facts in one statement. */
async function decideAtOnce(deps: Deps, ask: Ask, entered: Admitted): Promise<Decided> {
  const { caller, work } = ask;
  const task = planTask(deps, { ...work, caller });
  const answer = await foresee(deps, task);
  const verdict = await submitAtOnce(deps.database, {
    ask: admitAsk(deps, ask, entered),
    task,
    postingId: taskPostingKey({ taskId: task.id, kind: "RESERVE", seq: 1 }),
    posting: reservePosting(work.credits),
    answer,
  });
  if (verdict.is === "admitted") throw new Error("admitted, and nothing stored");
  if (verdict.is !== "accepted") return tell(deps, ask, verdict);
  return { is: "accepted", taskId: task.id, answer: answer.join(verdict.accepted_at), task };
}

/** The same gates, for work that is stored in a way of its own. */
async function decideInSteps(
  deps: Deps,
  ask: Ask,
  entered: Admitted,
  store: StoreWork,
): Promise<Decided> {
  const { caller, submit, work } = ask;
  const { tenantId } = caller;
  const decided = await forTenant(deps.database, tenantId, async (tx) => {
    const verdict = await admitSubmit(tx, admitAsk(deps, ask, entered), LOCK_WAIT_MS);
    if (verdict.is !== "admitted") return verdict;
    const stored = await store(tx, verdict.demoted);
    if (stored === null) return { is: "busy" } as const;
    const { taskId, round } = stored;
    const { reservationId } = submit;
    const amount = work.credits;
    const held = await reserveCredits(tx, { tenantId, taskId, reservationId, amount, round });
    if (!held.ok) throw new Error("the balance was locked and read before");
    const answer = await writeAnswer(deps, tx, { tenantId, taskId });
    await keepAnswer(tx, submit, { taskId, answer });
    if (entered.by === "database") await distrustCopy(tx);
    return { is: "accepted", taskId, answer } as const;
  });
  return decided.is === "accepted" || decided.is === "busy" ? decided : tell(deps, ask, decided);
}

export function decideSubmit(deps: Deps, ask: Ask, entered: Admitted): Promise<Decided> {
  const { store } = ask.work;
  return store === undefined
    ? decideAtOnce(deps, ask, entered)
    : decideInSteps(deps, ask, entered, store);
}
