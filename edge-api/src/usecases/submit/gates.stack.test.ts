import { asSystem, schema } from "@cutroom/db";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CrashPoint } from "../../crash-points.ts";
import { codeOf, dyingAt, must, render, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { contractFor, noticesOf, setsAndFacts, unreachable } from "../quota/quota.cases.ts";
import { rebuildQuota } from "../quota/rebuild-quota.ts";
import { reconcileQuota } from "../quota/reconcile-quota.ts";

const { reservation, riskDecision, step, task } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await rebuildQuota(stack.deps);
});
afterAll(() => stack.stop());

const authorized = (tenant: Tenant) => ({ authorization: `Bearer ${tenant.apiKey}` });

/** A submit with the answer as it travels. */
async function post(tenant: Tenant, projectId: string, key: string, over: object = {}) {
  const answer = await stack.app.request("/v1/exports", {
    method: "POST",
    headers: {
      ...authorized(tenant),
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ project_id: projectId, ...over }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function tasksOf(tenant: Tenant): Promise<number> {
  const rows = await stack.deps.database
    .select({ id: task.id })
    .from(task)
    .where(eq(task.tenantId, tenant.tenantId));
  return rows.length;
}

/** Everything that the store holds of a tenant's tasks under way. */
const inFlight = (tenant: Tenant) =>
  stack.deps.keyValue.holds(`quota:tenant.in-flight:${tenant.tenantId}`);

describe("a refused submit", () => {
  it("says which limit, what remains and when it resets, and leaves nothing (C4, C5)", async () => {
    const tenant = await stack.tenant({ plan: "enterprise" });
    await contractFor(stack, tenant, { exportsPerDay: 1 });
    const projectId = await titleProject(tenant.client, 1);
    expect((await post(tenant, projectId, "within-the-day")).status).toBe(202);
    const before = await setsAndFacts(stack, tenant);
    const refused = await post(tenant, projectId, "beyond-the-day");
    expect(refused.status).toBe(429);
    const problem = JSON.parse(refused.text);
    expect(problem).toMatchObject({
      code: "quota.exceeded",
      title: expect.stringContaining("limit"),
      details: { layer: "user.day", limit: 1, used: 1, remaining: 0 },
    });
    const resetS = (Date.parse(problem.details.reset_at) - stack.deps.clock.nowMs()) / 1000;
    expect(Number(refused.headers.get("retry-after")) - resetS).toBeLessThan(3);
    expect(await tasksOf(tenant)).toBe(1);
    expect((await setsAndFacts(stack, tenant)).sets).toEqual(before.sets);
  });

  it("of a whole workspace's limit leaves one notice for its admins, and a user's none (C4)", async () => {
    const tenant = await stack.tenant({ plan: "enterprise" });
    await contractFor(stack, tenant, { tenantCreditsPerDay: 1, exportsPerDay: 2 });
    const projectId = await titleProject(tenant.client, 1);
    for (const key of ["first-key", "second-key", "third-key"]) {
      await post(tenant, projectId, key);
    }
    await stack.settle();
    const account = must(await tenant.client.getAccount());
    expect(account.notices).toHaveLength(1);
    expect(account.notices[0]).toMatchObject({ layer: "tenant.day", limit: 1, used: 1 });
    const [notice] = account.notices;
    must(await tenant.client.dismissNotice({ params: { notice_id: notice?.id ?? "" } }));
    expect(must(await tenant.client.getAccount()).notices).toEqual([]);

    const alone = await stack.tenant({ plan: "enterprise" });
    await contractFor(stack, alone, { exportsPerDay: 1 });
    const other = await titleProject(alone.client, 1);
    for (const key of ["first-key", "second-key"]) await post(alone, other, key);
    await stack.settle();
    expect(await noticesOf(stack, alone)).toEqual([]);
  });

  it("is told to people who administrate the workspace only (C4)", async () => {
    const tenant = await stack.tenant({ plan: "free" });
    const projectId = await titleProject(tenant.client, 1);
    await post(tenant, projectId, "first-key");
    await contractFor(stack, tenant, { userInFlight: 0 });
    await post(tenant, projectId, "second-key");
    await stack.settle();
    expect(must(await tenant.client.getAccount()).notices).toHaveLength(1);
    await stack.deps.database
      .update(schema.membership)
      .set({ role: "editor" })
      .where(eq(schema.membership.tenantId, tenant.tenantId));
    expect(must(await tenant.client.getAccount()).notices).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("gives the first answer to the byte, also after its task has ended (I4, C4)", async () => {
    const tenant = await stack.tenant({ plan: "free" });
    const projectId = await titleProject(tenant.client, 1);
    const first = await post(tenant, projectId, "replayed-key");
    expect(first.status).toBe(202);
    await stack.settle();
    await render(stack, JSON.parse(first.text).task_id);
    const again = await post(tenant, projectId, "replayed-key");
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(await inFlight(tenant)).toEqual([]);
    const other = await post(tenant, projectId, "replayed-key", { spec: { resolution: 360 } });
    expect([other.status, JSON.parse(other.text).code]).toEqual([422, "idempotency.mismatch"]);
  });

  it("answers 409 with Retry-After while its first request is under way (C4, F96)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 1);
    const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant.tenantId}/held-key`}, 0))`;
    const answer = await asSystem(stack.deps.database, async (tx) => {
      await tx.execute(lock);
      return post(tenant, projectId, "held-key-");
    });
    expect(answer.status).toBe(202);
    const held = await asSystem(stack.deps.database, async (tx) => {
      await tx.execute(lock);
      return post(tenant, projectId, "held-key");
    });
    expect([held.status, held.headers.get("retry-after")]).toEqual([409, "1"]);
    expect((await post(tenant, projectId, "held-key")).status).toBe(202);
    expect(await tasksOf(tenant)).toBe(2);
  });

  it("finds its task also when the answer is no longer kept (I4)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 1);
    const first = await post(tenant, projectId, "forgotten-key");
    await stack.deps.database.delete(schema.idempotency);
    const again = await post(tenant, projectId, "forgotten-key");
    expect(JSON.parse(again.text).task_id).toBe(JSON.parse(first.text).task_id);
    expect(await tasksOf(tenant)).toBe(1);
  });
});

describe("a submit that dies", () => {
  const points: readonly CrashPoint[] = [
    "submit.prepared",
    "submit.slot-taken",
    "submit.committed",
    "relay.found",
    "relay.published",
    "relay.confirmed",
  ];

  it.each(points)(
    "at %s is one task with the right credits after a retry (F98, I2)",
    async (at) => {
      const tenant = await stack.tenant();
      const projectId = await titleProject(tenant.client, 1);
      const ask = { body: { project_id: projectId }, idempotencyKey: `dies-${at}` };
      const dying = stack.clientWith(authorized(tenant), dyingAt(stack.deps, at));
      await dying.createExport(ask);
      await stack.settle();
      const made = must(await tenant.client.createExport(ask));
      await stack.settle();
      stack.problems.length = 0;
      expect(await tasksOf(tenant)).toBe(1);
      const { credits } = must(await tenant.client.getAccount());
      expect(credits).toMatchObject({
        available: 1_000 - made.task.credits.reserved,
        reserved: made.task.credits.reserved,
      });
      expect(await inFlight(tenant)).toHaveLength(1);
    },
  );

  it("at submit.refused holds a place that the timer gives back (C5)", async () => {
    const tenant = await stack.tenant({ credits: 1 });
    const projectId = await titleProject(tenant.client, 600);
    const ask = { body: { project_id: projectId }, idempotencyKey: "dies-refused" };
    const dying = stack.clientWith(authorized(tenant), dyingAt(stack.deps, "submit.refused"));
    await reconcileQuota(stack.deps);
    expect(codeOf(await dying.createExport(ask))).toBe("internal.error");
    stack.problems.length = 0;
    expect(await inFlight(tenant)).toHaveLength(1);
    const soon = await reconcileQuota(stack.deps);
    expect(soon).toMatchObject({ isRebuilt: false, stale: 0 });
    const nowMs = () => stack.deps.clock.nowMs() + 61_000;
    const later = await reconcileQuota({ ...stack.deps, clock: { nowMs } });
    expect(later.stale).toBeGreaterThan(0);
    expect(await inFlight(tenant)).toEqual([]);
  });
});

describe("the sets of reservations", () => {
  it("lose a leaked member as soon as it would refuse somebody (C5)", async () => {
    const tenant = await stack.tenant({ plan: "free" });
    const projectId = await titleProject(tenant.client, 1);
    const key = `quota:tenant.in-flight:${tenant.tenantId}`;
    const leaked = { member: "res_leaked", amount: 1, atMs: stack.deps.clock.nowMs() - 61_000 };
    await stack.deps.keyValue.fillSets([{ key, ttlMs: 0, holds: [leaked] }], { replaces: false });
    expect((await post(tenant, projectId, "after-the-leak")).status).toBe(202);
    expect(await inFlight(tenant)).toHaveLength(1);
  });

  it("are mended from the database by the timer: lost, stale and wrong members (C5)", async () => {
    const tenant = await stack.tenant({ plan: "paid" });
    const projectId = await titleProject(tenant.client, 1);
    for (const key of ["mended-1", "mended-2"]) await post(tenant, projectId, key);
    await reconcileQuota(stack.deps);
    const [lost] = await inFlight(tenant);
    const key = `quota:tenant.in-flight:${tenant.tenantId}`;
    const wrong = { member: "res_old", amount: 1, atMs: 0 };
    await stack.deps.keyValue.adjust(lost?.member ?? "", [{ key, amount: null }]);
    await stack.deps.keyValue.fillSets([{ key, ttlMs: 0, holds: [wrong] }], { replaces: false });
    expect(await reconcileQuota(stack.deps)).toMatchObject({ missing: 1, stale: 1, changed: 0 });
    const { sets, facts } = await setsAndFacts(stack, tenant);
    expect(sets).toEqual(facts);
  });

  it("free the slot of what ended and keep its charge in the month (C5, C6)", async () => {
    const tenant = await stack.tenant({ plan: "free" });
    const projectId = await titleProject(tenant.client, 1);
    const kept = JSON.parse((await post(tenant, projectId, "kept-charge")).text).task_id;
    await stack.settle();
    await render(stack, kept);
    const gone = JSON.parse((await post(tenant, projectId, "given-back")).text).task_id;
    must(await tenant.client.cancelTask({ params: { task_id: gone } }));
    expect(await inFlight(tenant)).toEqual([]);
    const { sets, facts } = await setsAndFacts(stack, tenant);
    const month = Object.keys(sets).find((key) => key.includes(`user.month:${tenant.tenantId}`));
    const charged = Object.values(sets[month ?? ""] ?? {});
    expect(charged.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(sets).toEqual(facts);
  });
});

describe("a full pool and the risk rule", () => {
  async function tierOf(taskId: string): Promise<number | undefined> {
    const rows = await stack.deps.database.select().from(step).where(eq(step.taskId, taskId));
    return rows[0]?.tier;
  }

  it.each(["up", "down"] as const)(
    "demote to the last queue, with Redis %s (C4)",
    async (state) => {
      const narrow = await startStack({ POOL_MAX_IN_FLIGHT: "1" });
      await rebuildQuota(narrow.deps);
      const tenant = await narrow.tenant({ plan: "enterprise" });
      const deps = state === "up" ? narrow.deps : unreachable(narrow.deps);
      const client = narrow.clientWith(authorized(tenant), deps);
      const projectId = await titleProject(tenant.client, 1);
      const tiers: (number | undefined)[] = [];
      for (const key of ["pool-key-1", "pool-key-2"]) {
        const made = must(
          await client.createExport({ body: { project_id: projectId }, idempotencyKey: key }),
        );
        const rows = await narrow.deps.database
          .select()
          .from(step)
          .where(eq(step.taskId, made.task_id));
        tiers.push(rows[0]?.tier);
      }
      expect(tiers).toEqual([0, 2]);
      await narrow.stop();
    },
  );

  it("send the same input again and again to the last queue, then to a person; stored (C4)", async () => {
    const tenant = await stack.tenant({ plan: "paid" });
    await contractFor(stack, tenant, { maxInFlight: 0, userInFlight: 0, exportsPerMinute: 1_000 });
    const projectId = await titleProject(tenant.client, 1);
    const outcomes: (number | string | undefined)[] = [];
    for (let index = 0; index < 51; index += 1) {
      const { status, text } = await post(tenant, projectId, `same-input-${index}`);
      const body = JSON.parse(text);
      outcomes.push(status === 202 ? await tierOf(body.task_id) : body.code);
    }
    expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(outcomes.slice(10, 50)).toEqual(Array.from({ length: 40 }, () => 2));
    expect(outcomes[50]).toBe("risk.review");
    const reviews = await stack.deps.database
      .select()
      .from(riskDecision)
      .where(and(eq(riskDecision.tenantId, tenant.tenantId), eq(riskDecision.verdict, "review")));
    expect(reviews).toMatchObject([{ reasons: ["same-input"], signals: { sameInput: 50 } }]);
    const held = await stack.deps.database
      .select({ id: reservation.id })
      .from(reservation)
      .where(eq(reservation.tenantId, tenant.tenantId));
    expect(held).toHaveLength(50);
  });
});
