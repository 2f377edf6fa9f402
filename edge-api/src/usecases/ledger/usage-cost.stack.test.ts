import type { Client, CostGroup, CostRow, EndpointOutput } from "@cutroom/contracts";
import { asSystem, bookFinishedExports, forTenant, schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, render, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { listSpenders, listTenantCost } from "./list-usage-cost.ts";
import { compensateTask } from "./compensate-task.ts";
import { getTaskCost } from "./get-task-cost.ts";
import { refundTask } from "./refund-task.ts";

const { costLine, membership, task } = schema;
const VENDOR_AT = new Date(Date.now() - 86_400_000);
let stack: Stack;
let owner: Tenant;
let other: Tenant;
let doneTasks: readonly string[];

async function exported(client: Client, key: string): Promise<string> {
  const projectId = await titleProject(client, 1);
  const made = must(
    await client.createExport({ body: { project_id: projectId }, idempotencyKey: key }),
  );
  await stack.settle();
  await render(stack, made.task_id);
  return made.task_id;
}

beforeAll(async () => {
  stack = await startStack();
  [owner, other] = [await stack.tenant(), await stack.tenant()];
  const [first, second] = [
    await exported(owner.client, "cost-owner-1"),
    await exported(owner.client, "cost-owner-2"),
  ];
  doneTasks = [first, second];
  await exported(other.client, "cost-other-1");
  const { database } = stack.deps;
  // A second person of the owner's workspace, a day earlier, for whom a vendor worked.
  const colleague = "user_colleague";
  await asSystem(database, async (tx) => {
    await tx.insert(schema.user).values({ id: colleague, name: "Bo", email: "bo@example.com" });
    const { tenantId } = owner;
    await tx.insert(membership).values({ tenantId, userId: colleague, role: "editor" });
    await tx.insert(task).values({
      id: "task_vendor",
      tenantId,
      userId: colleague,
      scene: "generate",
      plan: planLimits.paid,
      spec: { model: "veo-3.1" },
      acceptedAt: VENDOR_AT,
    });
    const line = { tenantId, taskId: "task_vendor", key: "1", currency: "USD" };
    await tx.insert(costLine).values([
      { ...line, kind: "provider_estimate", amountMicros: 900_000 },
      { ...line, kind: "provider_actual", amountMicros: 800_000 },
      { ...line, kind: "retry", key: "2", amountMicros: 50_000 },
    ]);
  });
  await asSystem(database, (tx) => bookFinishedExports(tx, 100));
  must(await refundTask(stack.deps, { taskId: first, key: "refund-1", credits: 1, reason: "odd" }));
  const fault = { taskId: second, reason: "our fault" };
  const given = { ...fault, direction: "credit", credits: 3, key: "made-good" } as const;
  must(await compensateTask(stack.deps, given));
  const more = { ...fault, direction: "charge", credits: 1, key: "beyond" } as const;
  must(await compensateTask(stack.deps, more));
});
afterAll(() => stack.stop());

const rowsOf = async (client: Client, by: CostGroup) =>
  must(await client.listUsageCost({ query: { by } })).rows;

const sum = (rows: readonly CostRow[], of: (row: CostRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

describe("the cost report", () => {
  it("sums charges, refunds and costs of the whole workspace for its owner (C6, T3)", async () => {
    const byModel = await rowsOf(owner.client, "model");
    expect(byModel.map(({ scene, model, tasks }) => [scene, model, tasks])).toEqual([
      ["generate", "veo-3.1", 1],
      ["export", "", 2],
    ]);
    expect(byModel[0]?.costs).toEqual([
      {
        currency: "USD",
        provider_estimate: 900_000,
        provider_actual: 800_000,
        retry: 50_000,
        media_compute: 0,
        storage: 0,
        cdn: 0,
      },
    ]);
    expect(byModel[1]).toMatchObject({
      credits: { settled: 2, refunded: 1, compensated: 2 },
      costs: [{ currency: "CNY", media_compute: 2 }],
      day: null,
      user: null,
    });
  });

  it.each(["day", "user", "model", "detail"] as const)(
    "is the same money by %s, and in pages of one row (C6)",
    async (by) => {
      const rows = await rowsOf(owner.client, by);
      expect(sum(rows, (row) => row.tasks)).toBe(3);
      expect(sum(rows, (row) => row.credits.settled)).toBe(2);
      expect(sum(rows, (row) => row.credits.refunded)).toBe(1);
      expect(sum(rows, (row) => row.credits.compensated)).toBe(2);
      const actual = (row: CostRow) => sum([row], () => row.costs[0]?.provider_actual ?? 0);
      expect(sum(rows, actual)).toBe(800_000);
      const paged: CostRow[] = [];
      let after: string | null = null;
      do {
        const query: { after?: string } = after === null ? {} : { after };
        const page: EndpointOutput<"listUsageCost"> = must(
          await owner.client.listUsageCost({ query: { ...query, by, limit: "1" } }),
        );
        paged.push(...page.rows);
        after = page.next;
      } while (after !== null);
      expect(paged).toEqual(rows);
      expect(paged.length).toBeGreaterThan(1);
    },
  );

  it("counts for the day on which a task was accepted, and only in the period (C6)", async () => {
    const day = VENDOR_AT.toISOString().slice(0, 10);
    const query = { by: "day" as const, from: day, to: day };
    const { rows } = must(await owner.client.listUsageCost({ query }));
    expect(rows.map((row) => [row.day, row.tasks])).toEqual([[day, 1]]);
    const long = { from: "2001-01-01", to: "2002-01-01" };
    expect(codeOf(await owner.client.listUsageCost({ query: long }))).toBe("request.invalid");
    expect(codeOf(await owner.client.listUsageCost({ query: { after: "[1]" } }))).toBe(
      "request.invalid",
    );
  });

  it("shows others of a workspace only what is theirs (T2, T3)", async () => {
    const role = (name: "editor" | "owner") =>
      stack.deps.database
        .update(membership)
        .set({ role: name })
        .where(and(eq(membership.tenantId, owner.tenantId), eq(membership.userId, owner.userId)));
    await role("editor");
    const rows = await rowsOf(owner.client, "user");
    await role("owner");
    expect(rows.map(({ user, tasks }) => [user, tasks])).toEqual([
      [{ id: owner.userId, name: "Test" }, 2],
    ]);
  });

  it("shows nothing of another workspace, also in a query that forgets its tenant (T2)", async () => {
    expect(sum(await rowsOf(other.client, "day"), (row) => row.tasks)).toBe(1);
    const seen = await forTenant(stack.deps.database, other.tenantId, (tx) =>
      tx.selectDistinct({ tenantId: costLine.tenantId }).from(costLine),
    );
    expect(seen).toEqual([{ tenantId: other.tenantId }]);
    const { tenantId } = other;
    const line = { tenantId, kind: "cdn" as const, key: "x", amountMicros: 1, currency: "CNY" };
    const booked = forTenant(stack.deps.database, tenantId, (tx) =>
      tx.insert(costLine).values({ ...line, taskId: doneTasks[0] ?? "" }),
    );
    await expect(booked).rejects.toThrow(/insert into "cost_line"/);
  });
});

describe("costs as operators see them", () => {
  it("tell of one task what it was compensated with (C6)", async () => {
    const costs = await Promise.all(doneTasks.map((id) => getTaskCost(stack.deps, id)));
    expect(costs.map(must)).toMatchObject([
      { refunded_credits: 1, compensated_credits: 0 },
      { refunded_credits: 0, compensated_credits: 2 },
    ]);
  });

  it("name whose work cost most, over all workspaces (C4, C6)", async () => {
    const { spenders } = must(await listSpenders(stack.deps, { days: 2, limit: 10 }));
    expect(spenders.map(({ email, tasks }) => [email, tasks])).toEqual([
      ["bo@example.com", 1],
      [`${owner.userId}@example.com`, 2],
      [`${other.userId}@example.com`, 1],
    ]);
    expect(spenders[0]).toMatchObject({ state: "clear", costs: [{ provider_actual: 800_000 }] });
  });

  it("are those of one person of a workspace (C6)", async () => {
    const page = { by: "day" as const, limit: 50 };
    const of = { tenantId: owner.tenantId, userId: "user_colleague" };
    const { rows } = must(await listTenantCost(stack.deps, of, page));
    expect(rows.map((row) => row.tasks)).toEqual([1]);
    expect(codeOf(await listTenantCost(stack.deps, { tenantId: "tenant_no" }, page))).toBe(
      "request.not-found",
    );
  });
});
