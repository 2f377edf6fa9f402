import { asSystem, bookFinishedExports, schema, seedDemo, verifyLedger } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import type { Client } from "@cutroom/contracts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, render, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { renewDueCredits } from "./renew-credits.ts";

const { tenant } = schema;

let stack: Stack;
let owner: Tenant;
let operator: Client;
beforeAll(async () => {
  stack = await startStack({ DEMO_SIGN_IN: "1", OPERATOR_EMAILS: "demo@cutroom.local" });
  await seedDemo({ databaseUrl: stack.env.DATABASE_URL, wsProxy: stack.env.DATABASE_WS_PROXY });
  const signedIn = await stack.app.request("/auth/demo", {
    method: "POST",
    headers: { origin: stack.env.WEB_URL },
  });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  operator = stack.clientWith({ cookie: cookie.join("; ") });
  owner = await stack.tenant({ credits: 1_000 });
});
afterAll(() => stack.stop());

async function submit(client: Client, key: string) {
  const made = await client.createExport({
    body: { project_id: await titleProject(client, 1) },
    idempotencyKey: key,
  });
  await stack.settle();
  return must(made).task;
}

describe("the credit history", () => {
  it("tells in order what was held, charged, given back and refunded, and its balances agree (F143)", async () => {
    const { client } = owner;
    const done = await submit(client, "history-1");
    await render(stack, done.id);
    const dropped = await submit(client, "history-2");
    must(await client.cancelTask({ params: { task_id: dropped.id } }));
    const cost = done.credits.reserved;
    must(
      await operator.refundTask({
        params: { task_id: done.id },
        body: { credits: 1, reason: "a black frame" },
        idempotencyKey: "refund-1",
      }),
    );
    const { entries } = must(await client.listCreditEntries());
    expect(entries.map((entry) => [entry.event, entry.credits, entry.available_after])).toEqual([
      ["refunded", 1, 1_001 - cost],
      ["given-back", cost, 1_000 - cost],
      ["reserved", cost, 1_000 - 2 * cost],
      ["charged", cost, 1_000 - cost],
      ["reserved", cost, 1_000 - cost],
      ["given", 1_000, 1_000],
    ]);
    expect(entries[0]).toMatchObject({
      reason: "a black frame",
      task: { id: done.id, scene: "export", name: "Titles" },
    });
    expect(entries[1]).toMatchObject({ reason: "CANCELED", task: { id: dropped.id } });
    const { credits } = must(await client.getAccount());
    expect(credits.available).toBe(entries[0]?.available_after);
  });

  it("names what was bought: the words of a clip as well as the project of an export (F143)", async () => {
    const { client } = await stack.tenant({ credits: 10 });
    const prompt = "a quiet harbour at dusk";
    must(
      await client.createGeneration({
        body: { model: "procedural", prompt, ratio: "16:9", duration_ms: 5_000, seed: 1 },
        idempotencyKey: "named-clip",
      }),
    );
    const [bought] = must(await client.listCreditEntries()).entries;
    expect(bought).toMatchObject({ event: "reserved", task: { scene: "generate", name: prompt } });
  });

  it("comes in pages that hold every line once, and shows nobody else's (T2)", async () => {
    const { client } = owner;
    const whole = must(await client.listCreditEntries()).entries;
    const paged: unknown[] = [];
    let before: number | null = null;
    do {
      const page: { entries: unknown[]; next: number | null } = must(
        await client.listCreditEntries({
          query: { limit: "2", ...(before === null ? {} : { before: String(before) }) },
        }),
      );
      paged.push(...page.entries);
      before = page.next;
    } while (before !== null);
    expect(paged).toEqual(whole);
    const other = await stack.tenant({ credits: 5 });
    expect(must(await other.client.listCreditEntries()).entries).toHaveLength(1);
  });
});

describe("corrections by operators", () => {
  it("give a refund once for one key, tell the owner, and stop at the charge (C6, F108)", async () => {
    const rich = await stack.tenant({ credits: 500 });
    const done = await submit(rich.client, "refund-task");
    const ask = (credits: number, idempotencyKey: string) =>
      operator.refundTask({
        params: { task_id: done.id },
        body: { credits, reason: "our fault" },
        idempotencyKey,
      });
    expect(codeOf(await ask(1, "too-early-1"))).toBe("refund.too-large");
    await render(stack, done.id);
    const charged = done.credits.reserved;
    const given = await Promise.all(Array.from({ length: 5 }, () => ask(charged, "refund-all")));
    expect(given.map(codeOf)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(codeOf(await ask(1, "refund-more"))).toBe("refund.too-large");
    expect(codeOf(await ask(charged + 1, "refund-all"))).toBe("idempotency.mismatch");
    expect(must(await rich.client.getAccount()).credits).toMatchObject({ available: 500 });
    const events = await stack.deps.database
      .select({ type: schema.taskEvent.type })
      .from(schema.taskEvent)
      .where(eq(schema.taskEvent.taskId, done.id));
    expect(events.filter((event) => event.type === "refund")).toHaveLength(1);
  });

  it("make good once, and charge extra only what there is (C6)", async () => {
    const poor = await stack.tenant({ credits: 100 });
    const done = await submit(poor.client, "compensate-task");
    const ask = (direction: "credit" | "charge", credits: number, idempotencyKey: string) =>
      operator.compensateTask({
        params: { task_id: done.id },
        body: { direction, credits, reason: "by rule" },
        idempotencyKey,
      });
    expect(codeOf(await ask("charge", 101, "extra-much"))).toBe("credits.insufficient");
    const left = 100 - done.credits.reserved;
    expect(must(await ask("charge", 2, "extra-two"))).toEqual({ available: left - 2 });
    expect(must(await ask("credit", 5, "good-five"))).toEqual({ available: left + 3 });
    expect(must(await ask("credit", 5, "good-five"))).toEqual({ available: left + 3 });
    expect(codeOf(await ask("credit", 6, "good-five"))).toBe("idempotency.mismatch");
    const nobody = operator.refundTask({
      params: { task_id: "task_none" },
      body: { credits: 1, reason: "none" },
      idempotencyKey: "nobody-1",
    });
    expect(codeOf(await nobody)).toBe("request.not-found");
  });
});

describe("the cost of a task", () => {
  it("is booked once from what its work took, and shown by currency (C6)", async () => {
    const done = await submit(owner.client, "cost-task");
    await render(stack, done.id);
    const book = () => asSystem(stack.deps.database, (tx) => bookFinishedExports(tx, 100));
    expect(await book()).toBeGreaterThan(0);
    expect(await book()).toBe(0);
    const cost = must(await operator.getTaskCost({ params: { task_id: done.id } }));
    expect(cost.tenant_id).toBe(owner.tenantId);
    expect(cost.costs).toEqual([
      expect.objectContaining({ currency: "CNY", media_compute: 1, storage: 1, retry: 0 }),
    ]);
  });
});

describe("monthly credits", () => {
  it("come once for a month however often and wherever it is asked, and missed months too (C6)", async () => {
    const plain = await stack.tenant({ plan: "free", credits: 10 });
    const { database } = stack.deps;
    await database.execute(sql`
      update tenant set created_at = now() - interval '2 months 10 days',
             credits_renew_at = now() - interval '2 months 10 days' + interval '1 month'
       where id = ${plain.tenantId}`);
    await Promise.all(Array.from({ length: 8 }, () => renewDueCredits(stack.deps)));
    while ((await renewDueCredits(stack.deps)) > 0);
    const { credits } = must(await plain.client.getAccount());
    expect(credits.available).toBe(10 + 2 * planLimits.free.creditsPerMonth);
    const [row] = await database.select().from(tenant).where(eq(tenant.id, plain.tenantId));
    expect(row?.creditsRenewAt.getTime()).toBeGreaterThan(Date.now());
    const { entries } = must(await plain.client.listCreditEntries());
    expect(entries.map((entry) => [entry.event, entry.reason])).toEqual([
      ["given", "plan"],
      ["given", "plan"],
      ["given", "plan"],
    ]);
    expect(await asSystem(database, verifyLedger)).toEqual([]);
  });
});
