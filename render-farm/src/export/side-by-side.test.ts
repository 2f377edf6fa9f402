import { ok } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { refused } from "../step-failure.ts";
import type { JobContext } from "../job-context.ts";
import { sideBySide } from "./side-by-side.ts";
import type { Part } from "./side-by-side.ts";

function contextOf(signal: AbortSignal = new AbortController().signal): JobContext {
  return {
    engine: {
      kind: "native",
      version: "0",
      run: () => Promise.reject(new Error("no engine in this test")),
      close: () => Promise.resolve(),
    },
    directory: "/nowhere",
    signal,
    clock: { nowMs: () => 0 },
    deadlineAtMs: 1,
    progress: () => undefined,
    log: () => undefined,
    cpu: { ms: 0 },
  };
}

/** A part that ends only when it is told to stop. */
const patient: Part<string> = (context) =>
  new Promise((resolve) => {
    const stopped = () => resolve(refused("CANCELED", "stopped"));
    context.signal.addEventListener("abort", stopped, { once: true });
  });

describe("side by side", () => {
  test("values come in the order of the parts, never more at once than allowed", async () => {
    let [running, most] = [0, 0];
    const parts = Array.from({ length: 7 }, (_, index): Part<number> => async () => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 7 - index; turn += 1) await Promise.resolve();
      running -= 1;
      return ok(index);
    });
    expect(await sideBySide(contextOf(), 2, parts)).toEqual(ok([0, 1, 2, 3, 4, 5, 6]));
    expect(most).toBe(2);
  });

  test("the first failure stops the others and is the one that is told", async () => {
    let started = 0;
    const failing: Part<string> = () => Promise.resolve(refused("RENDER_FAILED", "broken"));
    const late: Part<string> = () => {
      started += 1;
      return Promise.resolve(ok("late"));
    };
    const result = await sideBySide(contextOf(), 2, [patient, failing, late]);
    expect(result).toMatchObject({ ok: false, failure: { code: "RENDER_FAILED" } });
    expect(started).toBe(0);
  });

  test("a throw waits for what still runs; a cancel reaches every part", async () => {
    const broken: Part<string> = () => Promise.reject(new Error("a bug"));
    await expect(sideBySide(contextOf(), 2, [patient, broken])).rejects.toThrow("a bug");
    const cancel = new AbortController();
    const both = sideBySide(contextOf(cancel.signal), 2, [patient, patient]);
    cancel.abort();
    expect(await both).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
  });
});
