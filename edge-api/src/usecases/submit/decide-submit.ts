/** The gates that only the database can decide, then the facts: one transaction (C3). */
import {
  distrustCopy,
  forTenant,
  lockForSubmit,
  lockPlatform,
  readQuota,
  reserveCredits,
  schema,
} from "@cutroom/db";
import type { QuotaReading, Transaction } from "@cutroom/db";
import { assessRisk, isOver, refuseFull } from "@cutroom/domain";
import type { QuotaLayer, QuotaRefusal, RiskAssessment } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import type { Verbatim } from "../../verbatim.ts";
import type { Entered } from "../quota/enter-quota.ts";
import { createTask } from "../task/create-task.ts";
import { answerOf, writeAnswer } from "./answer.ts";
import { findAnswer, keepAnswer, takeKey } from "./idempotency.ts";
import type { Ask } from "./submit-task.ts";

export type Decided =
  | { readonly is: "accepted"; readonly taskId: string; readonly answer: string }
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

/** Undoes what the transaction wrote, and says why. */
class Undone extends Error {
  readonly decided: Decided;
  constructor(decided: Decided) {
    super(`undone: ${decided.is}`);
    this.decided = decided;
  }
}

const isShared = (layer: QuotaLayer) => layer.scope === "platform" || layer.scope === "pool";

function findFull(
  layers: readonly QuotaLayer[],
  used: readonly number[],
  nowMs: number,
): QuotaRefusal | null {
  for (const [index, layer] of layers.entries()) {
    const use = used[index] ?? 0;
    if (!layer.demotes && isOver(layer, use)) return refuseFull(layer, use, nowMs);
  }
  return null;
}

function isPoolFull(layers: readonly QuotaLayer[], used: readonly number[]): boolean {
  return layers.some((layer, index) => layer.demotes && isOver(layer, used[index] ?? 0));
}

async function keepRisk(
  deps: Deps,
  tx: Transaction,
  ask: Ask,
  risk: { readonly assessment: RiskAssessment; readonly signals: QuotaReading["signals"] },
): Promise<string> {
  const id = deps.ids.next("risk");
  const { tenantId, userId } = ask.caller;
  const { verdict, reasons, policy } = risk.assessment;
  await tx.insert(schema.riskDecision).values({
    id,
    tenantId,
    userId,
    reservationId: ask.submit.reservationId,
    verdict,
    reasons: [...reasons],
    signals: risk.signals,
    policy,
  });
  return id;
}

async function write(deps: Deps, tx: Transaction, ask: Ask, demoted: boolean): Promise<Decided> {
  const { caller, submit, work } = ask;
  const { tenantId } = caller;
  const stored =
    work.store === undefined
      ? { taskId: await createTask(deps, tx, { ...work, caller, demoted }), round: 1 }
      : await work.store(tx, demoted);
  if (stored === null) return { is: "busy" };
  const { taskId, round } = stored;
  const { reservationId } = submit;
  const held = await reserveCredits(tx, {
    tenantId,
    taskId,
    reservationId,
    amount: work.credits,
    round,
  });
  if (!held.ok) throw new Error("the balance was locked and read before");
  const answer = await writeAnswer(deps, tx, { tenantId, taskId });
  await keepAnswer(tx, submit, { taskId, answer });
  return { is: "accepted", taskId, answer };
}

/**
 * Without a copy to trust, the platform's own layers are counted last and alone: nobody else
 * admits until this commits, and no copy made before counts afterwards.
 */
async function countPlatformAlone(deps: Deps, tx: Transaction, ask: Ask): Promise<void> {
  const layers = ask.layers.filter((layer) => layer.scope === "platform");
  await lockPlatform(tx);
  // The reservation of this submit is stored by now.
  const { used } = await readQuota(tx, { ...readingOf(ask), layers });
  const before = used.map((use, index) => use - (layers[index]?.amount ?? 0));
  const refusal = findFull(layers, before, deps.clock.nowMs());
  if (refusal !== null) throw new Undone({ is: "full", refusal });
  await distrustCopy(tx);
}

const readingOf = ({ caller, hold, work }: Ask) => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  pool: hold.pool,
  inputDigest: work.inputDigest,
});

async function judge(
  deps: Deps,
  tx: Transaction,
  ask: Ask,
  entered: Exclude<Entered, { by: "nobody" }>,
): Promise<Decided> {
  const { caller, work } = ask;
  const byCopy = entered.by === "copy";
  const { available } = await lockForSubmit(tx, {
    tenantId: caller.tenantId,
    platform: byCopy ? "shared" : "free",
  });
  const layers = byCopy ? ask.layers.filter((layer) => !isShared(layer)) : ask.layers;
  const { used, signals, copy } = await readQuota(tx, { ...readingOf(ask), layers });
  if (byCopy && !(copy.isWhole && copy.epoch === entered.epoch)) return { is: "stale" };
  const refusal = findFull(layers, used, deps.clock.nowMs());
  if (refusal !== null) return { is: "full", refusal };
  if (available < work.credits) {
    return { is: "poor", details: { needed: work.credits, available } };
  }
  const assessment = assessRisk(caller.plan, signals);
  const reference =
    assessment.verdict === "pass" ? null : await keepRisk(deps, tx, ask, { assessment, signals });
  if (assessment.verdict === "review" && reference !== null) return { is: "review", reference };
  const poolFull = byCopy ? entered.demoted : isPoolFull(layers, used);
  const decided = await write(deps, tx, ask, poolFull || assessment.verdict === "demote");
  if (!byCopy) await countPlatformAlone(deps, tx, ask);
  return decided;
}

export async function decideSubmit(
  deps: Deps,
  ask: Ask,
  entered: Exclude<Entered, { by: "nobody" }>,
): Promise<Decided> {
  const { tenantId } = ask.caller;
  try {
    return await forTenant(deps.database, tenantId, async (tx): Promise<Decided> => {
      if (!(await takeKey(tx, ask.submit))) return { is: "in-flight" };
      const known = await findAnswer(tx, ask.submit);
      if (known.is === "other") return { is: "other" };
      if (known.is !== "new")
        return { is: "known", answer: await answerOf(deps, tx, tenantId, known) };
      return judge(deps, tx, ask, entered);
    });
  } catch (error) {
    if (error instanceof Undone) return error.decided;
    throw error;
  }
}
