/** Independent parts of one job at once; the first that fails stops the others. */
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import type { StepFailure, StepResult } from "../step-failure.ts";

export type Part<T> = (context: JobContext) => Promise<StepResult<T>>;

/**
 * Runs the parts in order, at most `atOnce` of them at a time, and gives their values in order or
 * the first failure. Never resolves or rejects while a part still runs.
 */
export async function sideBySide<T>(
  context: JobContext,
  atOnce: number,
  parts: readonly Part<T>[],
): Promise<StepResult<T[]>> {
  const stop = new AbortController();
  const own = { ...context, signal: AbortSignal.any([context.signal, stop.signal]) };
  const values = new Map<number, T>();
  const failures: StepFailure[] = [];
  const waiting = [...parts.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, part] = next;
      try {
        const result = await part(own);
        if (result.ok) {
          values.set(index, result.value);
          continue;
        }
        failures.push(result.failure);
      } catch (error) {
        stop.abort();
        throw error;
      }
      stop.abort();
      waiting.length = 0;
    }
  };
  const workers = Array.from({ length: Math.max(1, atOnce) }, () => work());
  const ends = await Promise.allSettled(workers);
  const thrown = ends.find((end) => end.status === "rejected");
  if (thrown !== undefined) throw thrown.reason;
  const [failure] = failures;
  if (failure !== undefined) return { ok: false, failure };
  return ok(parts.map((_, index) => values.get(index)).filter((value) => value !== undefined));
}
