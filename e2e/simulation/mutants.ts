/**
 * Defects that people make, each a small change of the product's own source, and the invariants
 * that must find it. A defect whose piece of source is gone fails the run: it has to be made anew.
 */
import type { Patch } from "./bundle.ts";
import type { Invariant } from "./world/invariants.ts";

export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** Second walls in the database that would hide it; they are torn down for it. */
  readonly sql?: readonly string[];
  /** A piece of a function of the database and what stands in its place. */
  readonly function?: { readonly name: string; readonly find: string; readonly replace: string };
  /** The invariants that find it, and no others. */
  readonly killedBy: readonly Invariant[];
}

const QUERIES = "db/src/queries/";
const USECASES = "edge-api/src/usecases/";
const cut = (file: string, find: string): Patch => ({ file, find, replace: "" });
const inClose = (replace: string): Patch => ({
  file: `${USECASES}task/close-task.ts`,
  find: `  await closeReservation(tx, {`,
  replace: `${replace}\n  await closeReservation(tx, {`,
});

const MONEY: readonly Mutant[] = [
  {
    name: "a failure releases nothing",
    patches: [inClose(`  if (event === "fail") return;`)],
    killedBy: ["money-follows-task"],
  },
  {
    name: "an expiry releases nothing",
    patches: [inClose(`  if (event === "expire") return;`)],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation releases nothing",
    patches: [inClose(`  if (event === "cancel") return;`)],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a failure is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `outcome: event === "succeed" ?`,
        replace: `outcome: event === "succeed" || event === "fail" ?`,
      },
    ],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `outcome: event === "succeed" ?`,
        replace: `outcome: event === "succeed" || event === "cancel" ?`,
      },
    ],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a reservation is not posted",
    patches: [
      cut(
        `${QUERIES}ledger-reservation.ts`,
        `  await post(tx, { tenantId, key, posting, taskId, reservationId });`,
      ),
    ],
    killedBy: ["reserved-is-held"],
  },
  {
    name: "the end of a reservation is not posted",
    patches: [
      {
        file: `${QUERIES}ledger-reservation.ts`,
        find: `  if (row === undefined) return false;`,
        replace: `  if (row !== undefined) return true;\n  if (row === undefined) return false;`,
      },
    ],
    killedBy: ["reserved-is-held", "one-end-of-money"],
  },
];

const DOOR: readonly Mutant[] = [
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
    killedBy: ["within-quota"],
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

const WAKES: readonly Mutant[] = [
  {
    name: "no wake-up is written",
    patches: [
      {
        file: `${USECASES}task/create-task.ts`,
        find: `const ready = planned.filter((step) => step.needs.length === 0);`,
        replace: `const ready = planned.filter((step) => step.needs.length === 0);\n  if (ready.length > 0) return;`,
      },
    ],
    killedBy: ["task-is-whole"],
  },
  {
    name: "the wake-up is written outside of the transaction",
    patches: [
      {
        file: `${USECASES}task/create-task.ts`,
        find: `await tx.insert(schema.outbox)`,
        replace: `await deps.database.insert(schema.outbox)`,
      },
    ],
    sql: [
      "alter table outbox drop constraint outbox_task_id_fkey",
      "alter table outbox drop constraint outbox_step_id_fkey",
    ],
    killedBy: ["task-is-whole"],
  },
  {
    name: "a repeated wake-up keeps its generation",
    patches: [
      {
        file: `${QUERIES}end-attempt.ts`,
        find: `set state = 'PENDING', generation = generation + 1, available_at`,
        replace: `set state = 'PENDING', available_at`,
      },
      {
        file: `${QUERIES}outbox.ts`,
        find: `set state = 'PENDING', generation = generation + 1, available_at`,
        replace: `set state = 'PENDING', available_at`,
      },
    ],
    killedBy: ["everything-ends"],
  },
  {
    name: "lost wake-ups stay lost",
    patches: [
      {
        file: `${QUERIES}outbox.ts`,
        find: `where outbox.state = 'PUBLISHED' and step.state`,
        replace: `where false and step.state`,
      },
    ],
    killedBy: ["everything-ends"],
  },
  {
    name: "nobody looks for silent workers",
    patches: [
      {
        file: `${USECASES}housekeeping/expire-leases.ts`,
        find: `  let ended = 0;`,
        replace: `  if (leases.length > 0) return 0;\n  let ended = 0;`,
      },
    ],
    killedBy: ["everything-ends"],
  },
  {
    name: "a task is given up after a minute",
    patches: [
      {
        file: "packages/domain/src/task/timing.ts",
        find: `CREATED_LIMIT_MS = 15 * 60_000`,
        replace: `CREATED_LIMIT_MS = 60_000`,
      },
    ],
    killedBy: ["patience"],
  },
];

const LEASES: readonly Mutant[] = [
  {
    name: "a claim does not raise the attempt",
    patches: [],
    function: {
      name: "cutroom_claim",
      find: "attempt = attempt + 1",
      replace: "attempt = greatest(attempt, 1)",
    },
    killedBy: ["attempts-rise"],
  },
  {
    name: "no attempt check at the end",
    patches: [
      {
        file: `${QUERIES}lock-attempt.ts`,
        find: "step.id = ${by.stepId} and step.attempt = ${by.attempt}",
        replace: "step.id = ${by.stepId}",
      },
      {
        file: `${QUERIES}end-attempt.ts`,
        find: "\n         and attempt = ${held.attempt}",
        replace: "",
      },
      {
        file: `${USECASES}step/complete-step.ts`,
        find: `step.attempt !== done.attempt || step.state`,
        replace: `step.state`,
      },
      {
        file: `${QUERIES}lock-attempt.ts`,
        find: "lease.worker_id = ${by.workerId} and lease.lease_until > now()`;",
        replace: "${by.workerId} <> ''`;",
      },
    ],
    killedBy: ["output-of-winner", "late-is-refused"],
  },
  {
    name: "a late completion is accepted",
    patches: [
      {
        file: `${QUERIES}lock-attempt.ts`,
        find: "lease.worker_id = ${by.workerId} and lease.lease_until > now()`;",
        replace: "lease.worker_id = ${by.workerId}`;",
      },
    ],
    killedBy: ["late-is-refused"],
  },
  {
    name: "a lease that ran out is renewed",
    patches: [
      {
        file: `${QUERIES}renew-lease.ts`,
        find: " and lease.lease_until > now()\n",
        replace: "\n",
      },
    ],
    killedBy: ["late-is-refused"],
  },
  {
    name: "a lease is extended from its own end",
    patches: [
      {
        file: `${QUERIES}renew-lease.ts`,
        find: "set lease_until = now() +",
        replace: "set lease_until = lease.lease_until +",
      },
    ],
    killedBy: ["database-time"],
  },
  {
    name: "the end leaves the lease behind",
    patches: [
      {
        file: `${QUERIES}end-attempt.ts`,
        find: "where step_id in (select id from moved union all select id from halted)",
        replace: "where false",
      },
    ],
    killedBy: ["lease-of-runner"],
  },
  {
    name: "outputs are believed, not looked at",
    patches: [
      {
        file: `${USECASES}step/complete-step.ts`,
        find: `if (head?.sizeBytes !== claimed.size_bytes || claimed.size_bytes === 0) {`,
        replace: `if (head === undefined) {`,
      },
    ],
    killedBy: ["output-is-stored", "books-agree"],
  },
];

const COURSE: readonly Mutant[] = [
  {
    name: "the retry budget is ignored",
    patches: [
      {
        file: "packages/domain/src/task/course.ts",
        find: `facts.overdue || facts.retriesUsed >= facts.retryBudget`,
        replace: `facts.overdue`,
      },
    ],
    killedBy: ["within-budget"],
  },
  {
    name: "retries are not counted",
    patches: [
      {
        file: `${QUERIES}end-attempt.ts`,
        find: "retries_used = retries_used + ${",
        replace: "retries_used = retries_used + 0 * ${",
      },
    ],
    killedBy: ["within-budget"],
  },
  {
    name: "a doubt is tried again blindly",
    patches: [
      {
        file: "packages/domain/src/task/course.ts",
        find: `  const doubt = doubtOf(outcome, facts);`,
        replace: `  const doubt = doubtOf(outcome, facts) === null ? null : null;`,
      },
    ],
    killedBy: ["vendor-is-asked-once"],
  },
  {
    name: "a cancellation ends work under way",
    patches: [
      {
        file: `${USECASES}task/cancel-task.ts`,
        find: `if (courseOfTask(steps, true).event === "cancel") await`,
        replace: `if (steps.length > 0) await`,
      },
    ],
    killedBy: ["step-follows-task"],
  },
  {
    name: "a wish to cancel is not noted",
    patches: [
      {
        file: `${USECASES}task/cancel-task.ts`,
        find: "cancelRequestedAt: sql`coalesce(${task.cancelRequestedAt}, now())`",
        replace: "cancelRequestedAt: null",
      },
    ],
    killedBy: ["cancel-is-noted"],
  },
  {
    name: "the end of an attempt tells nobody",
    patches: [
      cut(
        `${USECASES}step/end-step.ts`,
        `    await appendTaskEvent(tx, { taskId: row.id, type });`,
      ),
    ],
    killedBy: ["events-tell-state"],
  },
  {
    name: "positions of the stream have gaps",
    patches: [
      {
        file: `${QUERIES}append-event.ts`,
        find: "position = stream.position + 1",
        replace: "position = stream.position + 2",
      },
    ],
    killedBy: ["events-without-gap"],
  },
];

export const MUTANTS: readonly Mutant[] = [...MONEY, ...DOOR, ...WAKES, ...LEASES, ...COURSE];
