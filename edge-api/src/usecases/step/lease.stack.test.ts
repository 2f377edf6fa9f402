import { schema } from "@cutroom/db";
import { retryBudget } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  exportOutcome,
  must,
  putOutput,
  render,
  startStack,
  stepOf,
  titleProject,
} from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";

const { ledgerAccount, outbox, step, stepLease } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function submit(tenant: Tenant): Promise<string> {
  const projectId = await titleProject(tenant.client, 20);
  const made = must(
    await tenant.client.createExport({
      body: { project_id: projectId },
      idempotencyKey: stack.deps.ids.next("key"),
    }),
  );
  await stack.settle();
  return made.task_id;
}

const claim = (stepId: string, workerId: string) =>
  stack.farm.claimStep({ params: { step_id: stepId }, body: { worker_id: workerId } });
const taskOf = async (tenant: Tenant, taskId: string) =>
  must(await tenant.client.getTask({ params: { task_id: taskId } }));

async function runOut(stepId: string): Promise<void> {
  await stack.deps.database
    .update(stepLease)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(stepLease.stepId, stepId));
}

async function balances(tenantId: string) {
  const rows = await stack.deps.database
    .select()
    .from(ledgerAccount)
    .where(eq(ledgerAccount.tenantId, tenantId));
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance]));
}

describe("a step's lease", () => {
  it("goes to one of many workers (C8)", async () => {
    const tenant = await stack.tenant();
    const { id } = await stepOf(stack, await submit(tenant));
    const answers = await Promise.all(["a", "b", "c", "d", "e"].map((worker) => claim(id, worker)));
    expect(answers.map(codeOf).filter((code) => code === "ok")).toHaveLength(1);
    expect(answers.map(codeOf).filter((code) => code === "lease.lost")).toHaveLength(4);
  });

  it("is renewed by its holder alone, and tells of a wish to cancel (C8)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    const { id } = await stepOf(stack, taskId);
    must(await claim(id, "a"));
    const beat = (workerId: string, attempt: number) =>
      stack.farm.renewLease({
        params: { step_id: id },
        body: { worker_id: workerId, attempt, progress: 40 },
      });
    expect(must(await beat("a", 1)).cancel_requested).toBe(false);
    expect(codeOf(await beat("b", 1))).toBe("lease.lost");
    expect(codeOf(await beat("a", 2))).toBe("lease.lost");
    expect((await taskOf(tenant, taskId)).progress).toBe(40);
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect(must(await beat("a", 1)).cancel_requested).toBe(true);
    must(
      await stack.farm.failStep({
        params: { step_id: id },
        body: { worker_id: "a", attempt: 1, code: "CANCELED", retryable: false, internal: "" },
      }),
    );
    const ended = await taskOf(tenant, taskId);
    expect(ended.state).toBe("CANCELED");
    expect(ended.credits.released).toBe(ended.credits.reserved);
  });

  it("fences a stale worker: after expiry its completion changes nothing (C8)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    const { id } = await stepOf(stack, taskId);
    const first = must(await claim(id, "slow"));
    await runOut(id);
    await keepHouse(stack.deps);
    await stack.settle();
    const second = must(await claim(id, "fast"));
    expect(second.attempt).toBe(2);
    expect(second.job.outputs[0]?.url).not.toBe(first.job.outputs[0]?.url);
    const complete = async (worker: string, attempt: number, job: typeof first.job) =>
      stack.farm.completeStep({
        params: { step_id: id },
        body: {
          worker_id: worker,
          attempt,
          outputs: [await putOutput(job, "video", new Uint8Array([attempt]))],
          result: exportOutcome,
        },
      });
    expect(codeOf(await complete("slow", 1, first.job))).toBe("lease.lost");
    expect((await taskOf(tenant, taskId)).state).toBe("RUNNING");
    expect(codeOf(await complete("fast", 2, second.job))).toBe("ok");
    expect(codeOf(await complete("fast", 2, second.job))).toBe("lease.lost");
    expect((await taskOf(tenant, taskId)).state).toBe("SUCCEEDED");
  });

  it("settles the reservation in the transaction of the success (C6, I9)", async () => {
    const tenant = await stack.tenant({ credits: 100 });
    const taskId = await submit(tenant);
    await render(stack, taskId);
    const done = await taskOf(tenant, taskId);
    expect(done.credits.settled).toBe(done.credits.reserved);
    expect(done.output?.size_bytes).toBe(4);
    expect(await balances(tenant.tenantId)).toEqual({
      granted: -100,
      available: 100 - done.credits.reserved,
      reserved: 0,
      spent: done.credits.reserved,
    });
    expect(done.timestamps.preview_ready_at).not.toBeNull();
  });

  it("does not count a success whose file is not in the store as announced (I6)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    const { id } = await stepOf(stack, taskId);
    const { job } = must(await claim(id, "w"));
    const video = await putOutput(job, "video", new Uint8Array([1, 2, 3]));
    const complete = (outputs: (typeof video)[]) =>
      stack.farm.completeStep({
        params: { step_id: id },
        body: { worker_id: "w", attempt: 1, outputs, result: exportOutcome },
      });
    expect(codeOf(await complete([{ ...video, size_bytes: 4 }]))).toBe("upload.size-mismatch");
    expect(codeOf(await complete([]))).toBe("upload.size-mismatch");
    expect((await taskOf(tenant, taskId)).state).toBe("RUNNING");
  });

  it("retries transient faults after 10 s and 30 s, then fails and releases (C10)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    const { id } = await stepOf(stack, taskId);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= retryBudget("export") + 1; attempt += 1) {
      must(await claim(id, "w"));
      must(
        await stack.farm.failStep({
          params: { step_id: id },
          body: {
            worker_id: "w",
            attempt,
            code: "RENDER_FAILED",
            retryable: true,
            internal: "out of memory",
          },
        }),
      );
      await stack.settle();
      const row = await stepOf(stack, taskId);
      waits.push(row.state === "RETRY_WAIT" ? row.runAt.getTime() - Date.now() : 0);
      expect(codeOf(await claim(id, "early"))).toBe("lease.lost");
      await stack.deps.database
        .update(step)
        .set({ runAt: sql`now()` })
        .where(eq(step.id, id));
    }
    expect(waits[0]).toBeGreaterThan(7_000);
    expect(waits[0]).toBeLessThan(12_100);
    expect(waits[1]).toBeGreaterThan(27_000);
    expect(waits[1]).toBeLessThan(36_100);
    const failed = await taskOf(tenant, taskId);
    expect(failed.state).toBe("FAILED");
    expect(failed.failure?.code).toBe("RENDER_FAILED");
    expect(JSON.stringify(failed)).not.toContain("out of memory");
    expect(failed.credits.released).toBe(failed.credits.reserved);
    expect((await balances(tenant.tenantId))["reserved"]).toBe(0);
  });

  it("is sent out again under a new generation when the wake-up was lost (C7, F116)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    const { id } = await stepOf(stack, taskId);
    const { database } = stack.deps;
    const generationOf = async () => {
      const rows = await database.select().from(outbox).where(eq(outbox.stepId, id));
      return rows[0]?.generation;
    };
    await keepHouse(stack.deps);
    expect(await generationOf()).toBe(1);
    await database.update(outbox).set({ publishedAt: sql`now() - interval '10 minutes'` });
    await database.update(step).set({ runAt: sql`now() - interval '10 minutes'` });
    await keepHouse(stack.deps);
    await stack.settle();
    expect(await generationOf()).toBe(2);
    expect((await taskOf(tenant, taskId)).state).toBe("QUEUED");
  });

  it("is claimed by a wake-up that arrives before its publisher has noted it (C7)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 1);
    const { queue } = stack.deps;
    const deps = {
      ...stack.deps,
      queue: { ...queue, publish: () => new Promise<never>(() => undefined) },
      defer: () => undefined,
    };
    const client = stack.clientWith({ authorization: `Bearer ${tenant.apiKey}` }, deps);
    const made = must(
      await client.createExport({
        body: { project_id: projectId },
        idempotencyKey: stack.deps.ids.next("key"),
      }),
    );
    const { id } = await stepOf(stack, made.task_id);
    expect(codeOf(await claim(id, "early"))).toBe("ok");
    const running = await taskOf(tenant, made.task_id);
    expect(running.state).toBe("RUNNING");
    expect(running.timestamps.queued_at).not.toBeNull();
  });

  it("is refused to anyone without the farm's token", async () => {
    const tenant = await stack.tenant();
    const answer = await tenant.client.claimStep({
      params: { step_id: "any" },
      body: { worker_id: "w" },
    });
    expect(codeOf(answer)).toBe("auth.required");
    expect(codeOf(await claim("step_unknown", "w"))).toBe("request.not-found");
  });
});
