import { schema } from "@cutroom/db";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

const { ledgerAccount, ledgerEntry, outbox, reservation, step, task } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const key = (name: string) => `${name}-key-0001`;
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

async function countOf(tenantId: string) {
  const { database } = stack.deps;
  const count = sql<number>`count(*)::integer`;
  const [tasks] = await database.select({ count }).from(task).where(eq(task.tenantId, tenantId));
  const [steps] = await database.select({ count }).from(step).where(eq(step.tenantId, tenantId));
  const [wakes] = await database
    .select({ count })
    .from(outbox)
    .where(eq(outbox.tenantId, tenantId));
  const [held] = await database
    .select({ count })
    .from(reservation)
    .where(eq(reservation.tenantId, tenantId));
  return [tasks?.count, steps?.count, wakes?.count, held?.count];
}

describe("createExport", () => {
  it("makes one task, step, reservation and wake-up of 20 parallel requests with one key (I4, F96)", async () => {
    const { client, tenantId } = await stack.tenant();
    const projectId = await titleProject(client, 10);
    const answers = await Promise.all(
      times(20).map(() =>
        client.createExport({ body: { project_id: projectId }, idempotencyKey: key("parallel") }),
      ),
    );
    const codes = new Set(answers.map(codeOf));
    codes.delete("idempotency.in-flight");
    expect([...codes]).toEqual(["ok"]);
    const ids = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.task_id] : [])));
    expect(ids.size).toBe(1);
    expect(await countOf(tenantId)).toEqual([1, 1, 1, 1]);
  });

  it("gives the original answer to a repeat and refuses another request under the key (C4)", async () => {
    const { client } = await stack.tenant();
    const projectId = await titleProject(client, 10);
    const submit = (body: { resolution?: 360 | 720 }) =>
      client.createExport({
        body: { project_id: projectId, spec: body },
        idempotencyKey: key("repeat"),
      });
    const first = must(await submit({}));
    await stack.settle();
    expect(must(await submit({}))).toEqual(first);
    expect(must(await submit({ resolution: 720 }))).toEqual(first);
    expect(codeOf(await submit({ resolution: 360 }))).toBe("idempotency.mismatch");
  });

  it("keeps keys of different tenants apart (I7)", async () => {
    const [a, b] = [await stack.tenant(), await stack.tenant()];
    const answers = await Promise.all(
      [a, b].map(async ({ client }) =>
        must(
          await client.createExport({
            body: { project_id: await titleProject(client, 1) },
            idempotencyKey: key("shared"),
          }),
        ),
      ),
    );
    expect(answers[0]?.task_id).not.toBe(answers[1]?.task_id);
  });

  it("spends a balance of 10 once when ten exports of 10 credits come at once (F99)", async () => {
    const { client, tenantId } = await stack.tenant({ plan: "enterprise", credits: 10 });
    const projectId = await titleProject(client, 108);
    const answers = await Promise.all(
      times(10).map((index) =>
        client.createExport({
          body: { project_id: projectId },
          idempotencyKey: key(`race-${index}`),
        }),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
    expect(codes.filter((code) => code === "credits.insufficient")).toHaveLength(9);
    const accounts = await stack.deps.database
      .select()
      .from(ledgerAccount)
      .where(eq(ledgerAccount.tenantId, tenantId));
    const balances = Object.fromEntries(accounts.map((row) => [row.kind, row.balance]));
    expect(balances).toEqual({ granted: -10, available: 0, reserved: 10, spent: 0 });
  });

  it("refuses the export beyond the plan's limit in flight and leaves nothing behind (C5)", async () => {
    const { client, tenantId } = await stack.tenant({ plan: "free" });
    const projectId = await titleProject(client, 1);
    const submit = (name: string) =>
      client.createExport({ body: { project_id: projectId }, idempotencyKey: key(name) });
    const first = must(await submit("flight-1"));
    expect(codeOf(await submit("flight-2"))).toBe("quota.in-flight");
    expect(await countOf(tenantId)).toEqual([1, 1, 1, 1]);
    must(await client.cancelTask({ params: { task_id: first.task_id } }));
    expect(codeOf(await submit("flight-2"))).toBe("ok");
  });

  it("refuses an empty project, an unknown revision and a resolution above the plan (C4)", async () => {
    const { client } = await stack.tenant({ plan: "free" });
    const empty = must(await client.createProject({ body: { name: "Empty" } }));
    const full = await titleProject(client, 1);
    const submit = (body: Parameters<typeof client.createExport>[0]["body"]) =>
      client.createExport({ body, idempotencyKey: key("refused") });
    expect(codeOf(await submit({ project_id: empty.id }))).toBe("project.empty");
    expect(codeOf(await submit({ project_id: full, revision: 99 }))).toBe("request.not-found");
    expect(codeOf(await submit({ project_id: full, spec: { resolution: 2160 } }))).toBe(
      "plan.resolution",
    );
    const noKey = await stack.app.request("/v1/exports", { method: "POST", body: "{}" });
    expect(noKey.status).toBe(401);
  });

  it("reserves exactly what the estimate said, in a balanced posting (C6)", async () => {
    const { client } = await stack.tenant();
    const projectId = await titleProject(client, 60);
    const estimate = must(await client.estimateExport({ body: { project_id: projectId } }));
    const { task: made } = must(
      await client.createExport({
        body: { project_id: projectId },
        idempotencyKey: key("estimate"),
      }),
    );
    expect(made.credits.reserved).toBe(estimate.credits);
    const entries = await stack.deps.database
      .select({ amount: ledgerEntry.amount })
      .from(ledgerEntry)
      .innerJoin(reservation, eq(reservation.id, ledgerEntry.reservationId))
      .where(and(eq(reservation.taskId, made.id), eq(ledgerEntry.kind, "RESERVE")));
    const amounts = entries.map((row) => row.amount).toSorted((a, b) => a - b);
    expect(amounts).toEqual([-estimate.credits, estimate.credits]);
  });

  it("is QUEUED only once the queue has confirmed, and keeps the wake-up when it is down (C1, C7)", async () => {
    const { client: up, apiKey, tenantId } = await stack.tenant();
    const projectId = await titleProject(up, 1);
    let isDown = true;
    const { queue } = stack.deps;
    const deps = {
      ...stack.deps,
      queue: {
        publish: (message: Parameters<typeof queue.publish>[0]) =>
          isDown ? Promise.reject(new Error("down")) : queue.publish(message),
        schedule: () => Promise.resolve(),
      },
    };
    const client = stack.clientWith({ authorization: `Bearer ${apiKey}` }, deps);
    const { task_id: taskId } = must(
      await client.createExport({
        body: { project_id: projectId },
        idempotencyKey: key("queue-down"),
      }),
    );
    await stack.settle();
    const stateOf = async () => must(await up.getTask({ params: { task_id: taskId } })).state;
    expect(await stateOf()).toBe("CREATED");
    isDown = false;
    const { relayWakes } = await import("../wake/relay-wakes.ts");
    expect(await relayWakes(deps, { limit: 10, taskId })).toBe(1);
    expect(await stateOf()).toBe("QUEUED");
    expect(await countOf(tenantId)).toEqual([1, 1, 1, 1]);
  });
});
