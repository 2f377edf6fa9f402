import type { ClaimedStep } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { tellProgress } from "./tell-progress.ts";
import type { ProgressTeller } from "./tell-progress.ts";

const step = { step_id: "step_1", attempt: 3 } as ClaimedStep;

/** Listens until `enough` was told, then ends the job. */
async function told(
  percents: readonly number[],
  enough: number,
  answer: () => void = () => undefined,
): Promise<number[]> {
  const left = [...percents];
  const heard: number[] = [];
  const end = new AbortController();
  const api: Pick<ProgressTeller["api"], "reportProgress"> = {
    reportProgress: async ({ body }) => {
      heard.push(body.progress);
      if (heard.length >= enough) end.abort();
      answer();
      return { ok: true, value: undefined };
    },
  };
  let nowMs = 0;
  await tellProgress({
    api: api as ProgressTeller["api"],
    clock: { nowMs: () => (nowMs += 2_000) },
    step,
    progress: () => (left.length > 1 ? (left.shift() ?? 0) : (left[0] ?? 0)),
    signal: end.signal,
  });
  return heard;
}

describe("telling progress", () => {
  it("says what changed, and says it again before it fades (C11)", async () => {
    expect(await told([5, 5, 5, 5, 9], 3)).toEqual([5, 5, 9]);
  });

  it("goes on when the API cannot be reached (C11)", async () => {
    const broken = () => {
      throw new Error("no route");
    };
    expect(await told([1, 2], 2, broken)).toEqual([1, 2]);
  });
});
