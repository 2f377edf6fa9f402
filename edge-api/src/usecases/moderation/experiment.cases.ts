/**
 * Keeps the record of an experiment with one review: every step with its time and answer, the rows
 * that it changed, how the review stands then, and by which key whoever judges is known. It is
 * written to `test-results/experiments`, for whoever wants to see what was proven.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { codeOf } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";
import { stored } from "./review.cases.ts";

const FOLDER = fileURLToPath(new URL("../../../../test-results/experiments", import.meta.url));

type Answer = Parameters<typeof codeOf>[0];

interface Step {
  readonly at: string;
  /** What names the request outside of the database: a content, its judge and the attempt. */
  readonly key: string;
  readonly what: string;
  readonly answer: string;
  /** Rows of the review that were written, by table. */
  readonly changed: Readonly<Record<string, number>>;
  readonly state: string;
  readonly decisions: readonly string[];
}

/** Every row of a review, with the transaction that has written it. */
async function rowsOf({ deps }: Stack, reviewId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await deps.database.execute<{ name: string; written: string }>(sql`
    select 'content_review' as name, xmin::text as written from content_review where id = ${reviewId}
    union all select 'review_verdict/' || model || model_version, xmin::text
      from review_verdict where review_id = ${reviewId}
    union all select 'review_event/' || id, xmin::text from review_event where review_id = ${reviewId}
    union all select 'review_evidence/' || id, xmin::text
      from review_evidence where review_id = ${reviewId}`);
  return new Map(rows.map(({ name, written }) => [name, written]));
}

function changedBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const changed: Record<string, number> = {};
  for (const [name, written] of after) {
    if (before.get(name) === written) continue;
    const [table = name] = name.split("/");
    changed[table] = (changed[table] ?? 0) + 1;
  }
  return changed;
}

const tell = (step: Step) =>
  `| ${step.at} | ${step.key} | ${step.what} | ${step.answer} | ${JSON.stringify(step.changed)} | ${step.state} | ${step.decisions.join(", ")} |`;

export function openExperiment(stack: Stack, name: string) {
  const steps: Step[] = [];
  return {
    /** Does something with the review and keeps what came of it. */
    async step(
      by: { readonly reviewId: string; readonly workerId: string; readonly attempt: number },
      what: string,
      act: () => Promise<Answer>,
    ): Promise<Step> {
      const before = await rowsOf(stack, by.reviewId);
      const answer = codeOf(await act());
      const { review, verdicts, actions } = await stored(stack, by.reviewId);
      const judged = verdicts.map(({ model, state, attempt }) => `${model} ${state} ${attempt}`);
      const step = {
        at: new Date().toISOString(),
        key: `${by.reviewId}/picture/${by.attempt} of ${by.workerId}`,
        what,
        answer,
        changed: changedBetween(before, await rowsOf(stack, by.reviewId)),
        state: `${review.state} (${judged.toSorted().join("; ")})`,
        decisions: actions,
      };
      steps.push(step);
      return step;
    },
    /** @param recovery the smallest step that was enough to go on. */
    write(recovery: Step): void {
      const head = "| time | key | step | answer | rows changed | state | decisions |";
      const rule = "|---|---|---|---|---|---|---|";
      const last = `Smallest step of recovery: ${recovery.what}.`;
      const text = [`# ${name}`, "", head, rule, ...steps.map(tell), "", last, ""].join("\n");
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, `${name}.md`), text);
    },
  };
}
