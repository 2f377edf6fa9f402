import { createHash } from "node:crypto";
import { schema } from "@cutroom/db";
import { SIMULATED_SECRET, SIMULATED_SECRET_NEXT } from "@cutroom/testkit";
import { asc, eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../stack.cases.ts";
import { applyCallbacks } from "./apply-callbacks.ts";
import { callbackUrl } from "./callback-url.ts";
import { startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const { step, vendorCallback, vendorJob } = schema;
const MODEL = "kling-3";
let parts: VendorStack;
let tenant: Tenant;
beforeAll(async () => {
  parts = await startVendorStack();
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 5_000 });
});
afterAll(() => parts.stop());

const fal = () => parts.vendor("fal");
const lastJob = () => {
  const job = fal().jobs().at(-1)?.job;
  if (job === undefined) throw new Error("nothing was accepted");
  return job;
};
const callbacksOf = async (vendorJobId: string) =>
  (await parts.callbacks()).filter((row) => row.vendorJobId === vendorJobId);

describe("what a vendor calls back with", () => {
  it("ends a job that nobody has asked for, once, however many copies come (G3)", async () => {
    const taskId = await parts.submit(tenant, MODEL, "told");
    await parts.passes(1);
    parts.advance(6_000);
    for (let copy = 0; copy < 3; copy += 1) expect(await fal().callBack(lastJob().id)).toBe(200);
    await parts.stack.settle();
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "SUCCEEDED" });
    const [job] = await parts.jobsOf(taskId);
    expect(job?.polls).toBe(0);
    expect(await callbacksOf(lastJob().id)).toMatchObject([{ outcome: "applied" }]);
  });

  it("is heard before the answer to the submit (G3)", async () => {
    fal().fault("callback-before-answer");
    const taskId = await parts.submit(tenant, MODEL, "before");
    await parts.passes(2);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "SUCCEEDED" });
    const jobs = await parts.jobsOf(taskId);
    expect(jobs).toMatchObject([{ state: "SUCCEEDED", vendorJobId: lastJob().id }]);
  });

  it("ends a doubt: its address names the request whose answer was lost (G2, G3)", async () => {
    fal().fault("hidden");
    const taskId = await parts.submit(tenant, MODEL, "doubt");
    await parts.passes(2);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "UNKNOWN" });
    const accepted = fal().jobs().length;
    parts.advance(6_000);
    expect(await fal().callBack(lastJob().id)).toBe(200);
    await parts.stack.settle();
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "SUCCEEDED", attempt: 1 });
    expect(fal().jobs()).toHaveLength(accepted);
  });

  it("is made up for by asking when it never comes (F110)", async () => {
    fal().fault("callback-lost");
    const taskId = await parts.submit(tenant, MODEL, "silent");
    await parts.passes(1);
    parts.advance(6_000);
    await parts.passes(2);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "SUCCEEDED" });
  });

  it("is refused, and not kept, when its signature or its address is not ours (G3)", async () => {
    const taskId = await parts.submit(tenant, MODEL, "forged");
    await parts.passes(1);
    const [job] = await parts.jobsOf(taskId);
    const { env } = parts.stack;
    const url = await callbackUrl({ env }, { vendor: "fal", requestId: job?.id ?? "" });
    const send = (to: string, headers: Record<string, string> = {}) =>
      fetch(to, { method: "POST", body: '{"request_id":"x","status":"OK"}', headers });
    expect((await send(url)).status).toBe(401);
    expect((await send(url.replace(/token=\w/u, "token=z"))).status).toBe(401);
    expect((await send(url.replace("/fal?", "/nobody?"))).status).toBe(404);
    expect(await callbacksOf("x")).toEqual([]);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "RUNNING" });
  });

  it("changes nothing once the job is over: it is kept as stale", async () => {
    const taskId = await parts.submit(tenant, "self-hosted", "stale");
    await parts.passes(1);
    const own = parts.vendor("self-hosted");
    const id = own.jobs().at(-1)?.job.id ?? "";
    parts.advance(6_000);
    await parts.passes(1);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "SUCCEEDED" });
    await own.callBack(id);
    await parts.stack.settle();
    expect(await callbacksOf(id)).toMatchObject([{ outcome: "stale" }]);
  });
});

const JOBS = 30;
const COPIES = 5;
const SHUFFLES = 2;
const BEFORE_ANSWER = 0.2;

/** One delivery, signed by the secret of its half of the storm. */
async function deliver(n: number, requestId: string, status: string, secret: string) {
  const body = JSON.stringify({
    id: `storm-${n}`,
    request_id: requestId,
    status,
    progress: 40,
    ...(status === "succeeded" ? { output_url: `https://vendor.example/${n}.mp4` } : {}),
    ...(status === "failed" ? { error: { code: "moderated_output" } } : {}),
  });
  const id = `${requestId}:${status}`;
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  const { env, app } = parts.stack;
  const url = await callbackUrl({ env }, { vendor: "self-hosted", requestId });
  return app.request(url, { method: "POST", body, headers });
}

async function storm(shuffle: number): Promise<string> {
  const { database } = parts.stack.deps;
  const taskId = await parts.submit(tenant, "self-hosted", `storm ${shuffle}`);
  const [row] = await database.select().from(step).where(eq(step.taskId, taskId));
  if (row === undefined) throw new Error("no step");
  const idOf = (n: number) => `storm-${shuffle}-${n}`;
  const isLate = (n: number) => n < JOBS * BEFORE_ANSWER;
  // Numbers of the vendor are its own for each storm, the rest is the same.
  await database.insert(vendorJob).values(
    Array.from({ length: JOBS }, (_, n) => ({
      id: idOf(n),
      tenantId: row.tenantId,
      taskId,
      stepId: row.id,
      attempt: n + 1_000,
      vendor: "self-hosted" as const,
      model: "self-hosted" as const,
      state: isLate(n) ? ("SUBMITTING" as const) : ("ACCEPTED" as const),
      vendorJobId: isLate(n) ? null : `storm-${n}`,
      handle: isLate(n) ? null : { jobId: `storm-${n}` },
      nextPollAt: sql`now() + interval '1 hour'`,
    })),
  );
  const news = Array.from({ length: JOBS * 3 * COPIES }, (_, index) => ({
    n: index % JOBS,
    status: ["queued", "running", (index % JOBS) % 5 === 0 ? "failed" : "succeeded"][
      Math.floor(index / JOBS) % 3
    ],
  }));
  const chance = (index: number) =>
    createHash("sha256").update(`${shuffle}:${index}`).digest("hex");
  const shuffled = news
    .map((one, index) => ({ one, at: chance(index) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const statuses: number[] = [];
  for (const [place, { one }] of shuffled.entries()) {
    const secret = place < shuffled.length / 2 ? SIMULATED_SECRET : SIMULATED_SECRET_NEXT;
    const answer = await deliver(one.n, idOf(one.n), one.status ?? "", secret);
    statuses.push(answer.status);
  }
  await parts.stack.settle();
  await applyCallbacks(parts.stack.deps);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const jobs = await database
    .select()
    .from(vendorJob)
    .where(eq(vendorJob.taskId, taskId))
    .orderBy(asc(vendorJob.attempt));
  const facts = jobs.map(({ attempt, state, vendorJobId, outputs, failure }) => [
    attempt,
    state,
    vendorJobId,
    outputs,
    failure,
  ]);
  await database.delete(vendorCallback);
  await database.delete(vendorJob).where(eq(vendorJob.taskId, taskId));
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

describe("a storm of callbacks", () => {
  it("450 deliveries of 90 messages, a fifth of the jobs without an answer yet, keys rotated half-way: one state (G3)", async () => {
    const hashes: string[] = [];
    for (let shuffle = 0; shuffle < SHUFFLES; shuffle += 1) hashes.push(await storm(shuffle));
    expect(new Set(hashes).size).toBe(1);
  });
});
