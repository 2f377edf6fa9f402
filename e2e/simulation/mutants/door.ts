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

/** What holds one submit back until another has ended, as the migration says it. */
const ADMIT_LOCKS = `kind = 'available' for update;
  if v_by_copy then
    perform pg_advisory_xact_lock_shared(hashtextextended('quota/platform', 0));
    if not exists (select from quota_copy
                    where is_whole and epoch = (p -> 'copy' ->> 'epoch')::bigint) then
      return jsonb_build_object('is', 'stale');
    end if;
    v_demoted := (p -> 'copy' ->> 'demoted')::boolean;
  else
    perform pg_advisory_xact_lock(hashtextextended('quota/platform', 0));
`;

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
    // What the copy refuses is asked of the database, and there nothing keeps two submits apart: the
    // balance, the platform's lock and the copy's script each would, so all three are gone.
    name: "the quota is read, then acted on",
    patches: [
      ...IN_STEPS,
      {
        file: `${USECASES}quota/enter-quota.ts`,
        find: `return { by: "nobody", full, used: answer.used };`,
        replace: `return { by: "database", canRebuild: false };`,
      },
    ],
    function: {
      name: "cutroom_admit",
      find: ADMIT_LOCKS,
      replace: ADMIT_LOCKS.replace(" for update;", ";").replaceAll(
        / {4}perform pg_advisory_xact_lock.*\n/g,
        "    null;\n",
      ),
    },
    seed: 25,
    // Who shares the last credits with another has been promised what is not there.
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
    seed: 15,
    killedBy: ["slots-are-facts"],
  },
];
