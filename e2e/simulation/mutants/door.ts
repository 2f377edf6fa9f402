/** Defects of the way in: keys, answers, quota (C4, C5). */
import { QUERIES, USECASES, cut } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const DOOR: readonly Mutant[] = [
  {
    name: "no idempotency lock",
    patches: [
      {
        file: `${USECASES}submit/idempotency.ts`,
        find: "pg_try_advisory_xact_lock(hashtextextended(${`${tenantId}/${key}`}, 0)) as got",
        replace: "true as got",
      },
    ],
    sql: ["alter table idempotency drop constraint idempotency_pkey"],
    killedBy: ["task-is-whole"],
  },
  {
    name: "the answer is not kept",
    patches: [
      cut(
        `${USECASES}submit/decide-submit.ts`,
        `  await keepAnswer(tx, submit, { taskId, answer });`,
      ),
    ],
    killedBy: ["one-task-per-key"],
  },
  {
    name: "the answer is made anew each time",
    patches: [
      cut(
        `${USECASES}submit/answer.ts`,
        `  if (known.is === "answered") return new Verbatim(known.answer);`,
      ),
      {
        file: `${USECASES}submit/answer.ts`,
        find: `taskId: known.taskId }`,
        replace: `taskId: JSON.parse((known as { answer: string }).answer).task_id }`,
      },
    ],
    killedBy: ["one-answer-per-key"],
  },
  {
    name: "a key answers for any request",
    patches: [
      {
        file: `${USECASES}submit/idempotency.ts`,
        find: `return fingerprint === submit.fingerprint ?`,
        replace: `return fingerprint !== "" ?`,
      },
    ],
    killedBy: ["one-answer-per-key"],
  },
  {
    name: "the quota is asked of the copy alone",
    patches: [
      {
        file: `${USECASES}submit/decide-submit.ts`,
        find: `  const refusal = findFull(layers, used, deps.clock.nowMs());\n  if (refusal !== null) return { is: "full", refusal };`,
        replace: "",
      },
    ],
    killedBy: ["within-quota"],
  },
  {
    name: "the quota is read, then acted on",
    patches: [
      {
        file: `${QUERIES}quota.ts`,
        find: `and kind = 'available' for update)`,
        replace: `and kind = 'available')`,
      },
    ],
    killedBy: ["within-quota", "no-surprise"],
  },
  {
    name: "a place in the quota is never given back",
    patches: [
      {
        file: `${USECASES}quota/release-quota.ts`,
        find: `if (!hold.isHeld) await adjust(`,
        replace: `if (hold.isHeld) await adjust(`,
      },
    ],
    killedBy: ["slots-are-facts"],
  },
];
