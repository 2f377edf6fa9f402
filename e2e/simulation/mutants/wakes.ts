/** Defects of wake-ups, scanners and patience (C1, C7). */
import { QUERIES, USECASES } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const WAKES: readonly Mutant[] = [
  {
    name: "no wake-up is written",
    patches: [],
    function: {
      name: "cutroom_create_task",
      find: "where s.outbox_id is not null",
      replace: "where false",
    },
    seed: 0,
    killedBy: ["task-is-whole"],
  },
  {
    name: "the wake-up is written outside of the transaction",
    patches: [
      {
        file: `${USECASES}submit/decide-submit.ts`,
        find: `  const answer = await foresee(deps, task);`,
        replace: `  const answer = await foresee(deps, task);
  for (const { id, outbox_id: wake } of task.steps)
    await deps.database.execute(
      \`insert into outbox (id, tenant_id, task_id, step_id, scene)
        values ('\${wake}', '\${task.tenant_id}', '\${task.id}', '\${id}', 'export')\`);`,
      },
    ],
    function: {
      name: "cutroom_create_task",
      find: "where s.outbox_id is not null",
      replace: "where s.outbox_id is not null on conflict do nothing",
    },
    sql: [
      "alter table outbox drop constraint outbox_task_id_fkey",
      "alter table outbox drop constraint outbox_step_id_fkey",
    ],
    seed: 0,
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
    seed: 10,
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
    seed: 81,
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
    seed: 0,
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
    seed: 5,
    killedBy: ["patience"],
  },
];
