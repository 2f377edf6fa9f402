import { schema } from "@cutroom/db";
import { retryBudget } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperatorCaller } from "../../caller.ts";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { dismissDeadLetter } from "../dead-letter/dismiss-dead-letter.ts";
import { listDeadLetters } from "../dead-letter/list-dead-letters.ts";
import { redriveDeadLetter } from "../dead-letter/redrive-dead-letter.ts";
import { listServiceLevels } from "../service-level/list-service-levels.ts";

const { ledgerAccount, outbox, reservation, step, task } = schema;
const operator: OperatorCaller = { kind: "operator", userId: "op", email: "op@example.com" };
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function submit(tenant: Tenant): Promise<string> {
  const projectId = await titleProject(tenant.client, 20);
  const idempotencyKey = stack.deps.ids.next("key");
  const made = must(
    await tenant.client.createExport({ body: { project_id: projectId }, idempotencyKey }),
  );
  await stack.settle();
  return made.task_id;
}

/** The step of the newest round. */
async function newestStep(taskId: string) {
  const rows = await stack.deps.database
    .select()
    .from(step)
    .where(eq(step.taskId, taskId))
    .orderBy(sql`${step.round} desc`);
  const row = rows[0];
  if (row === undefined) throw new Error("no step");
  return row;
}

async function failOnce(taskId: string, code: "RENDER_FAILED" | "TEXT_UNSUPPORTED") {
  const { id } = await newestStep(taskId);
  const params = { step_id: id };
  const claimed = must(await stack.farm.claimStep({ params, body: { worker_id: "w" } }));
  const retryable = code === "RENDER_FAILED";
  const { attempt } = claimed;
  const body = { worker_id: "w", attempt, code, retryable, internal: "gpu 3 fell off" };
  must(await stack.farm.failStep({ params, body }));
  await stack.settle();
  await stack.deps.database
    .update(step)
    .set({ runAt: sql`now()` })
    .where(eq(step.id, id));
}

async function failForGood(taskId: string): Promise<void> {
  for (let turn = 0; turn <= retryBudget("export"); turn += 1) {
    await failOnce(taskId, "RENDER_FAILED");
  }
}

const read = async (tenant: Tenant, taskId: string) =>
  must(await tenant.client.getTask({ params: { task_id: taskId } }));
const retry = (tenant: Tenant, taskId: string, idempotencyKey: string) =>
  tenant.client.retryTask({ params: { task_id: taskId }, idempotencyKey });

async function balances(tenantId: string) {
  const rows = await stack.deps.database
    .select()
    .from(ledgerAccount)
    .where(eq(ledgerAccount.tenantId, tenantId));
  return Object.fromEntries(rows.map((row) => [row.kind, row.balance]));
}

/** As if everything had been spent elsewhere. */
async function spendAll(tenant: Tenant): Promise<void> {
  await stack.deps.database
    .update(ledgerAccount)
    .set({ balance: 0 })
    .where(and(eq(ledgerAccount.tenantId, tenant.tenantId), eq(ledgerAccount.kind, "available")));
}

async function letterOf(taskId: string) {
  const { dead_letters: letters } = must(
    await listDeadLetters(stack.deps, { state: "OPEN", limit: 200 }),
  );
  return letters.find((letter) => letter.task_id === taskId);
}

/** Plays the farm to a good end. */
async function succeed(taskId: string): Promise<void> {
  const { id } = await newestStep(taskId);
  const params = { step_id: id };
  const claimed = must(await stack.farm.claimStep({ params, body: { worker_id: "w" } }));
  const slot = claimed.job.outputs.find((output) => output.name === "video");
  if (slot === undefined) throw new Error("no slot");
  const bytes = new Uint8Array([1, 2, 3]);
  await fetch(slot.url, {
    method: "PUT",
    body: bytes,
    headers: { "content-type": slot.content_type },
  });
  const result = {
    kind: "export",
    width: 1280,
    height: 720,
    frame_count: 30,
    duration_ms: 1_000,
    engine: "test",
    cpu_ms: 5,
  } as const;
  const outputs = [{ name: "video", size_bytes: 3, sha256: "a".repeat(64) }];
  const body = { worker_id: "w", attempt: claimed.attempt, outputs, result };
  must(await stack.farm.completeStep({ params, body }));
}

describe("a person's retry of a failed task", () => {
  it("is a new round with a new reservation, once per key, and charges once (C1, I5)", async () => {
    const tenant = await stack.tenant({ credits: 100 });
    const taskId = await submit(tenant);
    await failForGood(taskId);
    const failed = await read(tenant, taskId);
    expect([failed.state, failed.can_retry]).toEqual(["FAILED", true]);
    expect((await balances(tenant.tenantId))["available"]).toBe(100);
    const answers = await Promise.all([1, 2, 3].map(() => retry(tenant, taskId, "again-0001")));
    expect(answers.map(codeOf)).toContain("ok");
    expect(must(await retry(tenant, taskId, "again-0001")).task.state).toBe("QUEUED");
    await stack.settle();
    const rows = await stack.deps.database
      .select()
      .from(reservation)
      .where(eq(reservation.taskId, taskId))
      .orderBy(reservation.round);
    expect(rows.map((row) => [row.round, row.state])).toEqual([
      [1, "RELEASED"],
      [2, "HELD"],
    ]);
    await succeed(taskId);
    const done = await read(tenant, taskId);
    expect(done.state).toBe("SUCCEEDED");
    const price = rows[0]?.amount ?? 0;
    expect(await balances(tenant.tenantId)).toMatchObject({
      available: 100 - price,
      reserved: 0,
      spent: price,
    });
  });

  it("is refused where it cannot help, or when the task has not failed (C1)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    expect(codeOf(await retry(tenant, taskId, "too-early-1"))).toBe("task.illegal-move");
    await failOnce(taskId, "TEXT_UNSUPPORTED");
    expect((await read(tenant, taskId)).can_retry).toBe(false);
    expect(codeOf(await retry(tenant, taskId, "no-help-001"))).toBe("task.not-retryable");
    expect(codeOf(await retry(tenant, "task_unknown", "unknown-01"))).toBe("request.not-found");
    const other = await stack.tenant();
    expect(codeOf(await retry(other, taskId, "not-mine-01"))).toBe("request.not-found");
    expect(await letterOf(taskId)).toBeUndefined();
  });

  it("goes through the gates: without credits it changes nothing (C4)", async () => {
    const tenant = await stack.tenant({ credits: 100 });
    const taskId = await submit(tenant);
    await failForGood(taskId);
    await spendAll(tenant);
    expect(codeOf(await retry(tenant, taskId, "no-money-01"))).toBe("credits.insufficient");
    expect((await read(tenant, taskId)).state).toBe("FAILED");
    expect((await newestStep(taskId)).round).toBe(1);
  });
});

describe("a dead letter", () => {
  it("keeps what happened for operators and tells its owner none of it (C10)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    await failForGood(taskId);
    expect(await letterOf(taskId)).toMatchObject({
      cause: "RENDER_FAILED",
      internal: "gpu 3 fell off",
      attempts: 3,
      task_state: "FAILED",
    });
    expect(JSON.stringify(await read(tenant, taskId))).not.toContain("gpu");
    expect(stack.problems).toContainEqual(
      expect.objectContaining({ message: "dead letter", taskId }),
    );
  });

  it("is driven again once, at no cost to its owner, even with an empty balance (C10)", async () => {
    const tenant = await stack.tenant({ credits: 100 });
    const taskId = await submit(tenant);
    await failForGood(taskId);
    await spendAll(tenant);
    const id = (await letterOf(taskId))?.id ?? "";
    const answers = await Promise.all(
      [1, 2, 3].map(() => redriveDeadLetter(stack.deps, operator, id)),
    );
    expect(answers.map(codeOf).filter((code) => code === "ok")).toHaveLength(1);
    expect(await letterOf(taskId)).toBeUndefined();
    await stack.settle();
    const wakes = await stack.deps.database.select().from(outbox).where(eq(outbox.taskId, taskId));
    expect(wakes).toHaveLength(2);
    await succeed(taskId);
    expect((await read(tenant, taskId)).state).toBe("SUCCEEDED");
    expect(await balances(tenant.tenantId)).toMatchObject({ available: 0, spent: 0 });
  });

  it("is closed by a retry of its owner, or by an operator who lets it be (C10)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant);
    await failForGood(taskId);
    const first = await letterOf(taskId);
    must(await retry(tenant, taskId, "by-owner-01"));
    await stack.settle();
    const closed = await redriveDeadLetter(stack.deps, operator, first?.id ?? "");
    expect(codeOf(closed)).toBe("task.illegal-move");
    await failForGood(taskId);
    const second = await letterOf(taskId);
    expect(second?.round).toBe(2);
    const dismissed = must(await dismissDeadLetter(stack.deps, operator, second?.id ?? ""));
    expect([dismissed.state, dismissed.closed_by]).toEqual(["DISMISSED", operator.email]);
    expect(await letterOf(taskId)).toBeUndefined();
  });
});

describe("service levels", () => {
  it("show both success rates and every duration from the ten timestamps (C13, O1)", async () => {
    const tenant = await stack.tenant({ plan: "enterprise" });
    const [good, bad, poor, gone] = [
      await submit(tenant),
      await submit(tenant),
      await submit(tenant),
      await submit(tenant),
    ];
    await succeed(good);
    await failForGood(bad);
    await failOnce(poor, "TEXT_UNSUPPORTED");
    must(await tenant.client.cancelTask({ params: { task_id: gone } }));
    const at = (seconds: number) =>
      sql`'2000-01-01'::timestamptz + ${seconds} * interval '1 second'`;
    await stack.deps.database
      .update(task)
      .set({
        queuedAt: at(1),
        providerSubmittedAt: at(4),
        providerFinishedAt: at(14),
        previewReadyAt: at(16),
      })
      .where(eq(task.id, good));
    const { levels } = must(await listServiceLevels(stack.deps, { hours: 1, by: "plan" }));
    const level = levels.find((entry) => entry.key === "enterprise");
    expect(level).toMatchObject({
      tasks: 4,
      succeeded: 1,
      canceled: 1,
      failed: { input: 1, moderation: 0, user: 0, platform: 1 },
      user_perceived: 1 / 3,
      platform_attributed: 1 / 2,
      provider: { p95: 10 },
      postprocess: { p50: 2 },
    });
  });
});
