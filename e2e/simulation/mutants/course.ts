/** Defects of what follows from an end, and of what is told of it (C1, C10, C11). */
import { QUERIES, USECASES, cut } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const COURSE: readonly Mutant[] = [
  {
    name: "the retry budget is ignored",
    patches: [
      {
        file: "packages/domain/src/task/course.ts",
        find: `facts.overdue || facts.retriesUsed >= facts.retryBudget`,
        replace: `facts.overdue`,
      },
    ],
    seed: 4,
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
    seed: 4,
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
    seed: 57,
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
    seed: 2,
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
    seed: 2,
    killedBy: ["cancel-is-noted"],
  },
  {
    name: "the end of an attempt tells nobody",
    patches: [
      cut(
        `${USECASES}step/end-step.ts`,
        `    await appendTaskEvent(tx, { taskId: row.id, type, isCounted: true });`,
      ),
      cut(`${QUERIES}end-attempt.ts`, ` last_seq = last_seq + 1,`),
    ],
    seed: 0,
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
    seed: 0,
    killedBy: ["events-without-gap"],
  },
];
