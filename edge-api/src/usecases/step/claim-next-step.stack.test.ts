import { schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOf, must, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";

const { lane, step, stepLease, task, worker } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  const { database } = stack.deps;
  await database.update(step).set({ state: "EXPIRED" });
  await database.delete(stepLease);
  await database.delete(worker);
  await database.update(lane).set({ freePaused: false, runLength: 0, picks: 0 });
});

async function submit(tenant: Tenant): Promise<string> {
  const projectId = await titleProject(tenant.client, 5);
  const made = must(
    await tenant.client.createExport({
      body: { project_id: projectId, spec: { resolution: 360 } },
      idempotencyKey: stack.deps.ids.next("key"),
    }),
  );
  await stack.settle();
  return made.task_id;
}

const claim = async (workerId: string, limit = 1, pools: ("render" | "ingest")[] = ["render"]) =>
  must(await stack.farm.claimNextStep({ body: { worker_id: workerId, pools, limit } })).steps;
const register = (workerId: string, slots: number) =>
  stack.farm.registerWorker({
    params: { worker_id: workerId },
    body: { pools: ["render", "ingest"], slots },
  });

async function age(taskId: string, seconds: number): Promise<void> {
  await stack.deps.database
    .update(step)
    .set({ runAt: sql`now() - ${seconds} * interval '1 second'` })
    .where(eq(step.taskId, taskId));
}

describe("a worker that asks for work", () => {
  it("gets the best step of its pools with all that it needs, and nothing twice (C8, C9)", async () => {
    const [free, vip] = [
      await stack.tenant({ plan: "free" }),
      await stack.tenant({ plan: "enterprise" }),
    ];
    const slow = await submit(free);
    const fast = await submit(vip);
    expect(await claim("w", 2, ["ingest"])).toEqual([]);
    const [first, second, ...more] = await claim("w", 5, ["ingest", "render"]);
    expect([first?.task_id, second?.task_id, more]).toEqual([fast, slow, []]);
    expect(first).toMatchObject({ attempt: 1, job: { kind: "export" } });
    expect(first?.job.outputs.map((output) => output.name)).toContain("video");
    expect(await claim("w", 5)).toEqual([]);
    const running = must(await vip.client.getTask({ params: { task_id: fast } }));
    expect(running.state).toBe("RUNNING");
  });

  it("gets no more of a tenant's steps than its plan lets run (T1)", async () => {
    const tenant = await stack.tenant({ plan: "paid" });
    for (let at = 0; at < 4; at += 1) await submit(tenant);
    await stack.deps.database
      .update(step)
      .set({ tenantCap: 3 })
      .where(eq(step.tenantId, tenant.tenantId));
    expect(await claim("w", 10)).toHaveLength(3);
  });

  it("gets nothing of a task whose end has been asked for", async () => {
    const tenant = await stack.tenant({ plan: "paid" });
    const taskId = await submit(tenant);
    await stack.deps.database
      .update(task)
      .set({ cancelRequestedAt: sql`now()` })
      .where(eq(task.id, taskId));
    expect(await claim("w", 10)).toEqual([]);
  });
});

describe("a pool whose lock somebody keeps", () => {
  it("refuses in time, and the worker may ask again (O3)", async () => {
    const tenant = await stack.tenant({ plan: "paid" });
    await submit(tenant);
    await stack.deps.database.transaction(async (tx) => {
      await tx.select().from(lane).where(eq(lane.pool, "render")).for("update");
      const body = { worker_id: "w", pools: ["render" as const], limit: 1 };
      expect(codeOf(await stack.farm.claimNextStep({ body }))).toBe("service.unavailable");
    });
    expect(await claim("w")).toHaveLength(1);
    expect(stack.problems).toEqual([]);
  });
});

describe("a full pool", () => {
  it("makes room for p0 work that waits: p2 work stops, goes back, and costs no retry (C9, C10)", async () => {
    const [free, vip] = [
      await stack.tenant({ plan: "free" }),
      await stack.tenant({ plan: "enterprise" }),
    ];
    const slow = await submit(free);
    must(await register("w", 1));
    const [held] = await claim("w");
    expect(held?.task_id).toBe(slow);
    const fast = await submit(vip);
    const beat = async () =>
      must(
        await stack.farm.renewLease({
          params: { step_id: held?.step_id ?? "" },
          body: { worker_id: "w", attempt: 1 },
        }),
      ).preempt_requested;
    await keepHouse(stack.deps);
    expect(await beat()).toBe(false);
    await age(fast, 11);
    await keepHouse(stack.deps);
    expect(await beat()).toBe(true);
    const body = { worker_id: "w", attempt: 1 };
    const params = { step_id: held?.step_id ?? "" };
    must(await stack.farm.yieldStep({ params, body }));
    expect(codeOf(await stack.farm.yieldStep({ params, body }))).toBe("lease.lost");
    const [row] = await stack.deps.database.select().from(task).where(eq(task.id, slow));
    expect(row).toMatchObject({ state: "QUEUED", retriesUsed: 0 });
    expect((await stepOf(stack, slow)).state).toBe("RETRY_WAIT");
    expect((await claim("w")).map((given) => given.task_id)).toEqual([fast]);
    expect((await claim("w")).map((given) => [given.task_id, given.attempt])).toEqual([[slow, 2]]);
  });

  it("leaves p2 work alone while a worker has a free slot", async () => {
    const [free, vip] = [
      await stack.tenant({ plan: "free" }),
      await stack.tenant({ plan: "enterprise" }),
    ];
    await submit(free);
    must(await register("w", 2));
    const [held] = await claim("w");
    await age(await submit(vip), 60);
    await keepHouse(stack.deps);
    const rows = await stack.deps.database
      .select()
      .from(stepLease)
      .where(eq(stepLease.stepId, held?.step_id ?? ""));
    expect(rows.map((row) => row.preemptRequestedAt)).toEqual([null]);
  });

  it("pauses free work while paid work waits beyond its target, and resumes (O3)", async () => {
    const [free, paid] = [
      await stack.tenant({ plan: "free" }),
      await stack.tenant({ plan: "paid" }),
    ];
    const late = await submit(paid);
    await submit(free);
    await age(late, 200);
    await keepHouse(stack.deps);
    expect((await claim("w", 10)).map((given) => given.task_id)).toEqual([late]);
    await keepHouse(stack.deps);
    expect(await claim("w", 10)).toHaveLength(1);
  });
});

describe("a worker", () => {
  it("is known while it beats and forgotten when it takes itself off (C9)", async () => {
    expect(must(await register("w", 3)).beat_ms).toBeGreaterThan(0);
    const rows = await stack.deps.database.select().from(worker);
    expect(rows).toMatchObject([{ id: "w", pools: ["render", "ingest"], slots: 3 }]);
    must(await stack.farm.removeWorker({ params: { worker_id: "w" } }));
    expect(await stack.deps.database.select().from(worker)).toEqual([]);
  });

  it("needs the farm's token for all of it", async () => {
    const tenant = await stack.tenant();
    const asked = await tenant.client.claimNextStep({
      body: { worker_id: "w", pools: ["render"], limit: 1 },
    });
    expect(codeOf(asked)).toBe("auth.required");
  });
});
