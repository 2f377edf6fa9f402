/**
 * The one way in for paid work of any scene (C3, C4). Gates in order: the key, what was asked
 * for, quota, risk, credits; then one transaction; then the answer. It may die at any line: the
 * same key then finds either nothing or the whole task.
 */
import type { ProblemCode } from "@cutroom/contracts";
import type { Transaction } from "@cutroom/db";
import { placeStep, quotaLayers, refuseFull } from "@cutroom/domain";
import type {
  PlannedStep,
  PoolName,
  QuotaHold,
  QuotaLayer,
  QuotaRefusal,
  RiskBounds,
  TaskScene,
} from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Result } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { sqlState } from "../../middleware/problem.ts";
import { refuse } from "../../refusal.ts";
import type { Refusal } from "../../refusal.ts";
import { Verbatim } from "../../verbatim.ts";
import { enterQuota } from "../quota/enter-quota.ts";
import type { Entered } from "../quota/enter-quota.ts";
import { notifyAdmins } from "../quota/notify-admins.ts";
import { platformLimits } from "../quota/quota-sets.ts";
import { rebuildQuota } from "../quota/rebuild-quota.ts";
import { leaveQuota } from "../quota/release-quota.ts";
import { countRefusal } from "../risk/count-signals.ts";
import { passDoor } from "../risk/pass-door.ts";
import { refuseHeld } from "../risk/refuse-held.ts";
import { relayFresh, relayTask } from "../wake/relay-wakes.ts";
import { decideSubmit } from "./decide-submit.ts";
import type { Decided } from "./decide-submit.ts";
import { answerOf } from "./answer.ts";
import { findAnswer, submitKey } from "./idempotency.ts";
import type { SubmitKey } from "./idempotency.ts";
import { refuseQuota } from "./present-refusal.ts";
import { shedHotContent } from "./shed-hot-content.ts";
import type { Wanted } from "./shed-hot-content.ts";

const LOCK_NOT_AVAILABLE = "55P03";
/** A copy that is made anew while a submit is under way is asked again, this often. */
const COPY_ATTEMPTS = 2;

/** What a scene wants done, once it has checked that it can be. */
export interface Work {
  readonly scene: TaskScene;
  /** Tells one piece of work from another (C2). */
  readonly inputDigest: string;
  readonly credits: number;
  /** Where it runs, where the scene alone does not tell. */
  readonly pool?: PoolName;
  /** Which model it is for, where it is for one: models have a layer of quota of their own (C5). */
  readonly model?: string;
  /** Tells what is in it, whoever asks for it, where that can be told (C4). */
  readonly similar?: string | undefined;
  /** What very many may want at once where `similar` does not tell it (O3). */
  readonly template?: string | undefined;
  readonly spec: unknown;
  /** Absent: one step, of the scene's kind. */
  readonly steps?: readonly PlannedStep[] | undefined;
  readonly project?: { readonly id: string; readonly name: string; readonly revision: number };
  /** Stores it where it is more than a new task; null: it cannot be any more. */
  readonly store?: StoreWork;
}

export type StoreWork = (
  tx: Transaction,
  demoted: boolean,
) => Promise<{ readonly taskId: string; readonly round: number } | null>;

export interface Submission<Code extends ProblemCode> {
  readonly endpoint: string;
  readonly idempotencyKey: string;
  /** What the key is bound to. */
  readonly request: unknown;
  /** Checks what was asked for and prices it; it writes nothing. */
  readonly prepare: () => Promise<Result<Work, Refusal<Code>>>;
}

export interface Ask {
  readonly caller: UserCaller;
  readonly submit: SubmitKey;
  readonly work: Work;
  readonly layers: readonly QuotaLayer[];
  readonly hold: QuotaHold;
  /** What the risk layer lets the database's rule go by. */
  readonly risk: RiskBounds | null;
}

async function askAbout<Code extends ProblemCode>(
  deps: Deps,
  caller: UserCaller,
  submission: Submission<Code>,
) {
  const { tenantId, userId, plan } = caller;
  const { endpoint, idempotencyKey: key, request } = submission;
  const submit = await submitKey(deps, { tenantId, key, endpoint, request });
  const known = await findAnswer(deps, submit);
  if (known.is === "other") return refuse("idempotency.mismatch");
  if (known.is !== "new") return ok(await answerOf(deps, tenantId, known));
  const prepared = await submission.prepare();
  if (!prepared.ok) return prepared;
  const work = prepared.value;
  const { pool } = placeStep({ ...work, plan });
  const { credits, model = "" } = work;
  const hold = { tenantId, userId, pool, model, credits, atMs: deps.clock.nowMs() };
  const layers = quotaLayers(hold, plan, platformLimits(deps));
  return ok({ caller, submit, work, layers, hold, pool });
}

/** The risk layer and the crowd around one content, asked at once. */
async function passGates(deps: Deps, caller: UserCaller, wanted: Wanted) {
  const [passed, shed] = await Promise.all([
    passDoor(deps, caller, wanted),
    shedHotContent(deps, caller, wanted),
  ]);
  return passed.ok && !shed.ok ? shed : passed;
}

function refuseByQuota(deps: Deps, caller: UserCaller, refusal: QuotaRefusal) {
  deps.defer(notifyAdmins(deps, caller, refusal));
  return refuseQuota(refusal, deps.clock.nowMs());
}

async function decideOnce(deps: Deps, ask: Ask, entered: Exclude<Entered, { by: "nobody" }>) {
  try {
    return await decideSubmit(deps, ask, entered);
  } catch (error) {
    // Anything else may have happened after the commit: a place too many repairs itself.
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return { is: "busy" } as const;
  }
}

async function settleOutcome(deps: Deps, ask: Ask, decided: Exclude<Decided, { is: "stale" }>) {
  const { caller } = ask;
  if (decided.is === "accepted") {
    await deps.reach("submit.committed");
    const { taskId, task } = decided;
    deps.defer(task === undefined ? relayTask(deps, taskId) : relayFresh(deps, task));
    return ok(new Verbatim(decided.answer));
  }
  // A repeat of what is stored or under way: the place in the sets is that one's.
  if (decided.is === "known") return ok(decided.answer);
  if (decided.is === "in-flight") return refuse("idempotency.in-flight", { retry_after_s: 1 });
  await deps.reach("submit.refused");
  if (decided.is !== "other") {
    await leaveQuota(deps, { reservationId: ask.submit.reservationId, layers: ask.layers });
  }
  switch (decided.is) {
    case "other":
      return refuse("idempotency.mismatch");
    case "full":
      return refuseByQuota(deps, caller, decided.refusal);
    case "review":
      return refuseHeld(deps, caller);
    case "busy":
      return refuse("service.unavailable", { retry_after_s: 1 });
    case "poor":
      deps.defer(countRefusal(deps, caller, ask.submit));
      return refuse("credits.insufficient", decided.details);
  }
}

/**
 * Accepts work or says why not. The same key and request give the same answer to the byte, two
 * at once give one task, one reservation and one answer (I4, F96, F99).
 */
export async function submitTask<Code extends ProblemCode>(
  deps: Deps,
  caller: UserCaller,
  submission: Submission<Code>,
) {
  const asked = await askAbout(deps, caller, submission);
  if (!asked.ok) return asked;
  if (asked.value instanceof Verbatim) return ok(asked.value);
  const { submit, work, layers, pool } = asked.value;
  const { reservationId } = submit;
  const entry = { reservationId, layers };
  // Beside the quota gate, so that neither waits for the other.
  const similar = work.similar ?? null;
  const content = similar ?? work.template ?? null;
  const door = passGates(deps, caller, { reservationId, similar, content, pool });
  await deps.reach("submit.prepared");
  let canRebuild = false;
  for (let attempt = 1; ; attempt += 1) {
    const [entered, passed]: readonly [Entered, Awaited<typeof door>] = await Promise.all([
      attempt > COPY_ATTEMPTS ? { by: "database", canRebuild } : enterQuota(deps, entry),
      door,
    ]);
    if (!passed.ok) {
      await leaveQuota(deps, entry);
      return passed;
    }
    const ask = { ...asked.value, risk: passed.value };
    if (entered.by === "nobody") {
      return refuseByQuota(
        deps,
        caller,
        refuseFull(entered.full, entered.used, deps.clock.nowMs()),
      );
    }
    await deps.reach("submit.slot-taken");
    const decided = await decideOnce(deps, ask, entered);
    if (decided.is === "stale") {
      canRebuild = true;
      continue;
    }
    const needsRebuild = entered.by === "database" && (entered.canRebuild || canRebuild);
    const outcome = await settleOutcome(deps, ask, decided);
    if (needsRebuild) deps.defer(rebuildQuota(deps));
    return outcome;
  }
}
