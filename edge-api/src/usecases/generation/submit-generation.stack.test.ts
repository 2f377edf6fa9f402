import { schema } from "@cutroom/db";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, exportOutcome, ingest, must, putOutput, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

const { asset, reservation, step } = schema;
const SPEC = { prompt: "a calm sea at sunset", seed: 7, duration_ms: 6_000 } as const;
const CHECKSUM = "c".repeat(64);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function submitted(tenant: Tenant, key = "key-1") {
  return must(
    await tenant.client.createGeneration({
      body: SPEC,
      idempotencyKey: `${tenant.tenantId}-${key}`,
    }),
  );
}

async function stepsOf(taskId: string) {
  const rows = await stack.deps.database
    .select()
    .from(step)
    .where(eq(step.taskId, taskId))
    .orderBy(asc(step.round));
  return Object.fromEntries(rows.map((row) => [row.kind, row]));
}

async function claimMake(taskId: string) {
  const { generate } = await stepsOf(taskId);
  if (generate === undefined) throw new Error("no step makes the clip");
  const params = { step_id: generate.id };
  const claimed = must(await stack.farm.claimStep({ params, body: { worker_id: "w1" } }));
  return { params, claimed };
}

/** Plays the farm for the first step: the video is stored, nothing is prepared yet. */
async function make(taskId: string): Promise<void> {
  const { params, claimed } = await claimMake(taskId);
  const outputs = [await putOutput(claimed.job, "video", new Uint8Array([7, 7, 7, 7, 7]))];
  const result = { ...exportOutcome, kind: "generate" as const };
  const body = { worker_id: "w1", attempt: claimed.attempt, outputs, result };
  must(await stack.farm.completeStep({ params, body }));
}

describe("generations", () => {
  it("is in the library at once, and ready when it has been made and prepared (J1, G8, I1, I6)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const { task_id: taskId, task } = await submitted(tenant);
    expect(task.generation).toEqual({ ...SPEC, model: "procedural", ratio: "16:9", caption: true });
    expect(task.credits.reserved).toBe(2);
    const params = { asset_id: task.asset_id ?? "" };
    const before = must(await tenant.client.getAsset({ params }));
    expect(before).toMatchObject({
      name: SPEC.prompt,
      state: "PROCESSING",
      origin: "generated",
      ai_disclosure: "procedural",
    });
    expect(before.urls.original).toBeNull();

    await make(taskId);
    const after = await stepsOf(taskId);
    expect([after["generate"]?.state, after["ingest"]?.state]).toEqual(["SUCCEEDED", "READY"]);
    await ingest(stack, taskId, CHECKSUM);
    const done = must(await tenant.client.getTask({ params: { task_id: taskId }, query: {} }));
    expect(done).toMatchObject({ state: "SUCCEEDED", credits: { settled: 2, released: 0 } });
    expect(done.output?.video_url).toContain("http");
    const ready = must(await tenant.client.getAsset({ params }));
    expect(ready).toMatchObject({ state: "READY", size_bytes: 5, ai_disclosure: "procedural" });
    const bytes = await fetch(ready.urls.original ?? "");
    expect((await bytes.arrayBuffer()).byteLength).toBe(5);
  });

  it("one key makes one clip; the same words under another key are new work (I4, I5)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const first = await submitted(tenant);
    const again = await submitted(tenant);
    expect(again).toEqual(first);
    const other = await submitted(tenant, "key-2");
    expect(other.task_id).not.toBe(first.task_id);
    const files = await stack.deps.database
      .select()
      .from(asset)
      .where(eq(asset.tenantId, tenant.tenantId));
    expect(files).toHaveLength(2);
  });

  it("a failure gives the credits back and leaves the reason on the file (C6, I9)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const { task_id: taskId, task } = await submitted(tenant);
    const { params, claimed } = await claimMake(taskId);
    const failure = { code: "RENDER_FAILED", retryable: false, internal: "no paint" } as const;
    const body = { worker_id: "w1", attempt: claimed.attempt, ...failure };
    must(await stack.farm.failStep({ params, body }));
    const failed = must(await tenant.client.getTask({ params: { task_id: taskId }, query: {} }));
    expect(failed).toMatchObject({ state: "FAILED", can_retry: true, credits: { released: 2 } });
    const file = must(await tenant.client.getAsset({ params: { asset_id: task.asset_id ?? "" } }));
    expect(file).toMatchObject({ state: "REFUSED", failure: { code: "RENDER_FAILED" } });
  });

  it("what failed through us is tried again as another round, and fills the same file (C1, I5)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const { task_id: taskId, task } = await submitted(tenant);
    const { params, claimed } = await claimMake(taskId);
    const failure = { code: "RENDER_FAILED", retryable: false, internal: "no paint" } as const;
    const body = { worker_id: "w1", attempt: claimed.attempt, ...failure };
    must(await stack.farm.failStep({ params, body }));
    const retry = { params: { task_id: taskId }, idempotencyKey: `again-${taskId}` };
    must(await tenant.client.retryTask(retry));
    const file = { params: { asset_id: task.asset_id ?? "" } };
    expect(must(await tenant.client.getAsset(file))).toMatchObject({
      state: "PROCESSING",
      failure: null,
    });
    await make(taskId);
    const { ingest: second } = await stepsOf(taskId);
    expect([second?.round, second?.state]).toEqual([2, "READY"]);
    const done = must(await tenant.client.getTask({ params: { task_id: taskId }, query: {} }));
    expect(done).toMatchObject({ state: "RUNNING", credits: { reserved: 4, released: 2 } });
  });

  it("a canceled clip costs nothing (C1)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const { task_id: taskId } = await submitted(tenant);
    const ended = must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect(ended).toMatchObject({ state: "CANCELED", credits: { released: 2 } });
    const [held] = await stack.deps.database
      .select()
      .from(reservation)
      .where(eq(reservation.taskId, taskId));
    expect(held?.state).toBe("RELEASED");
  });

  it("refuses words against the rules before they cost anything, and keeps why without the words (G5, G7)", async () => {
    const tenant = await stack.tenant({ credits: 10 });
    const prompt = "a nude figure, 裸体, take 1";
    const refused = await tenant.client.createGeneration({
      body: { ...SPEC, prompt },
      idempotencyKey: "words-1234",
    });
    expect(codeOf(refused)).toBe("prompt.refused");
    const { database } = stack.deps;
    const ofTenant = eq(schema.promptDecision.tenantId, tenant.tenantId);
    const decisions = await database.select().from(schema.promptDecision).where(ofTenant);
    expect(decisions).toMatchObject([{ verdict: "refuse", reasons: ["sexual"], policy: "1" }]);
    const scores = await database
      .select()
      .from(schema.promptScore)
      .where(eq(schema.promptScore.tenantId, tenant.tenantId));
    expect(scores).toMatchObject([{ found: { sexual: 2, minor: 0 } }]);
    expect(JSON.stringify([decisions, scores])).not.toContain("nude");
    const held = await database
      .select()
      .from(reservation)
      .where(eq(reservation.tenantId, tenant.tenantId));
    expect(held).toEqual([]);
  });

  it("refuses what the model cannot do and what cannot be paid, and estimates the same price (G1, C4)", async () => {
    const tenant = await stack.tenant({ credits: 1 });
    const body = { duration_ms: 6_000, ratio: "9:16" as const };
    const estimate = must(await tenant.client.estimateGeneration({ body }));
    expect(estimate).toMatchObject({ credits: 2, balance: 1, width: 720, height: 1280 });
    const poor = await tenant.client.createGeneration({ body: SPEC, idempotencyKey: "poor-1234" });
    expect(codeOf(poor)).toBe("credits.insufficient");
    const long = { ...SPEC, duration_ms: 60_000 };
    const refused = await tenant.client.createGeneration({
      body: long,
      idempotencyKey: "long-1234",
    });
    expect(codeOf(refused)).toBe("request.invalid");
  });
});
