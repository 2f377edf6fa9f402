/** Defects of the way in: keys, answers, quota (C4, C5). */
import { USECASES, cut } from "./mutant.ts";
import type { Patch } from "../bundle.ts";
import type { Mutant } from "./mutant.ts";

/**
 * Gates and facts in several statements, as work is stored that is more than a new task. One
 * statement is one turn of the simulation: a race inside of it would show once in thousands of seeds.
 */
const IN_STEPS: readonly Patch[] = [
  {
    file: `${USECASES}submit/decide-submit.ts`,
    find: `import { planTask } from`,
    replace: `import { createTask, planTask } from`,
  },
  {
    file: `${USECASES}submit/decide-submit.ts`,
    find: `  return store === undefined
    ? decideAtOnce(deps, ask, entered)
    : decideInSteps(deps, ask, entered, store);`,
    replace: `  const { caller, work } = ask;
  return decideInSteps(deps, ask, entered, store ?? (async (tx, demoted) => {
    return { taskId: await createTask(deps, tx, { ...work, caller, demoted }), round: 1 };
  }));`,
  },
];

export const DOOR: readonly Mutant[] = [
  {
    name: "no idempotency lock",
    patches: IN_STEPS,
    function: {
      name: "cutroom_admit",
      find: "not pg_try_advisory_xact_lock(hashtextextended(v_tenant || '/' || (p ->> 'key'), 0))",
      replace: "false",
    },
    sql: ["alter table idempotency drop constraint idempotency_pkey"],
    seed: 0,
    killedBy: ["task-is-whole"],
  },
  {
    name: "the answer is not kept",
    patches: [],
    function: {
      name: "cutroom_submit",
      find: "insert into idempotency (tenant_id, key, fingerprint, status, body, answer, task_id)\n  values (",
      replace: "perform (",
    },
    seed: 0,
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
        find: `const { taskId } = known;`,
        replace: `const { task_id: taskId } = JSON.parse((known as unknown as { answer: string }).answer);`,
      },
    ],
    seed: 2,
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
    seed: 1,
    killedBy: ["one-answer-per-key"],
  },
  {
    name: "a repeat is taken for another request",
    patches: [
      {
        file: `${USECASES}submit/idempotency.ts`,
        find: `return fingerprint === submit.fingerprint ?`,
        replace: `return fingerprint === "" ?`,
      },
    ],
    seed: 1,
    killedBy: ["answers-have-an-order"],
  },
  {
    name: "the quota is asked of the copy alone",
    patches: [],
    function: {
      name: "cutroom_admit",
      find: "return jsonb_build_object('is', 'full', 'layer', v_layer ->> 'name', 'used', v_used);",
      replace: "continue;",
    },
    seed: 52,
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
    seed: 15,
    killedBy: ["slots-are-facts"],
  },
];
