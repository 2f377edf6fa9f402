import { registerWorker, removeWorker, schema } from "@cutroom/db";
import { OUTPUT_HOLD_MS } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  exportOutcome,
  must,
  putOutput,
  startStack,
  stepOf,
  titleProject,
} from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";

const { step } = schema;
let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant({ plan: "enterprise", credits: 10_000 });
  await registerWorker(stack.deps.database, { id: "maker", pools: ["render"], slots: 4 });
  await registerWorker(stack.deps.database, { id: "other", pools: ["render"], slots: 4 });
});
afterAll(() => stack.stop());

const claim = (stepId: string, workerId: string) =>
  stack.farm.claimStep({ params: { step_id: stepId }, body: { worker_id: workerId } });
const fail = async (stepId: string, workerId: string, attempt: number) => {
  const failed = await stack.farm.failStep({
    params: { step_id: stepId },
    body: {
      worker_id: workerId,
      attempt,
      code: "STORAGE_FAILED",
      retryable: true,
      internal: "status 503",
      holds_output: true,
    },
  });
  await stack.settle();
  return must(failed).held;
};
const taskOf = async (taskId: string) =>
  must(await tenant.client.getTask({ params: { task_id: taskId } }));
const others = async () => {
  const body = { worker_id: "other", pools: ["render" as const], limit: 8 };
  return must(await stack.farm.claimNextStep({ body })).steps.map((one) => one.step_id);
};

/** An export that "maker" has finished and could not store. */
async function held(): Promise<{ readonly taskId: string; readonly id: string }> {
  const made = must(
    await tenant.client.createExport({
      body: { project_id: await titleProject(tenant.client, 20) },
      idempotencyKey: stack.deps.ids.next("key"),
    }),
  );
  await stack.settle();
  const { id } = await stepOf(stack, made.task_id);
  must(await claim(id, "maker"));
  expect(await fail(id, "maker", 1)).toBe(true);
  return { taskId: made.task_id, id };
}

const heldFor = (id: string, milliseconds: number) =>
  stack.deps.database
    .update(step)
    .set({ heldSince: sql`now() - make_interval(secs => ${milliseconds / 1_000})` })
    .where(eq(step.id, id));

describe("a finished output that the store did not take", () => {
  it("waits for its maker alone, which uploads it as a new attempt (C10)", async () => {
    const { taskId, id } = await held();
    const waiting = await stepOf(stack, taskId);
    expect(waiting.state).toBe("RETRY_WAIT");
    const giveUpAtMs = (waiting.heldSince?.getTime() ?? 0) + OUTPUT_HOLD_MS;
    expect((await taskOf(taskId)).output_kept_until).toBe(new Date(giveUpAtMs).toISOString());
    await keepHouse(stack.deps);
    expect(await others()).not.toContain(id);
    expect(codeOf(await claim(id, "other"))).toBe("lease.lost");
    const again = must(await claim(id, "maker"));
    expect(again.attempt).toBe(2);
    const outputs = [await putOutput(again.job, "video", new Uint8Array([1, 2]))];
    const body = { worker_id: "maker", attempt: 2, outputs, result: exportOutcome };
    must(await stack.farm.completeStep({ params: { step_id: id }, body }));
    expect(await taskOf(taskId)).toMatchObject({ state: "SUCCEEDED", output_kept_until: null });
  });

  it("is uploaded as often as it takes for one retry of the budget (C10)", async () => {
    const { taskId, id } = await held();
    for (const attempt of [2, 3, 4]) {
      must(await claim(id, "maker"));
      expect(await fail(id, "maker", attempt)).toBe(true);
    }
    const rows = await stack.deps.database
      .select({ used: schema.task.retriesUsed })
      .from(schema.task)
      .where(eq(schema.task.id, taskId));
    expect(rows).toEqual([{ used: 1 }]);
  });

  it("has failed after an hour, and its credits come back (C10)", async () => {
    const { taskId, id } = await held();
    await heldFor(id, OUTPUT_HOLD_MS);
    must(await claim(id, "maker"));
    expect(await fail(id, "maker", 2)).toBe(false);
    const failed = await taskOf(taskId);
    expect([failed.state, failed.failure?.code]).toEqual(["FAILED", "STORAGE_FAILED"]);
    expect(failed.credits.released).toBe(failed.credits.reserved);
  });

  it("is claimed by nobody any more once its task was canceled (C1)", async () => {
    const { taskId, id } = await held();
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect((await taskOf(taskId)).state).toBe("CANCELED");
    expect(codeOf(await claim(id, "maker"))).toBe("lease.lost");
  });

  it("keeps waiting for its maker while a cap keeps it back (C9)", async () => {
    const { taskId, id } = await held();
    const lane = (maxInFlight: number | null) =>
      stack.deps.database
        .update(schema.lane)
        .set({ maxInFlight })
        .where(eq(schema.lane.pool, "render"));
    await lane(0);
    expect(codeOf(await claim(id, "maker"))).toBe("service.unavailable");
    await lane(500);
    expect((await stepOf(stack, taskId)).heldBy).toBe("maker");
    expect(await others()).not.toContain(id);
    expect(codeOf(await claim(id, "maker"))).toBe("ok");
  });

  it("is made again by another worker when its maker is gone (C8)", async () => {
    const { id } = await held();
    await removeWorker(stack.deps.database, "maker");
    await keepHouse(stack.deps);
    expect(await others()).toContain(id);
    expect(codeOf(await claim(id, "maker"))).toBe("lease.lost");
  });
});
