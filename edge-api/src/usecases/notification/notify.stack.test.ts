import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { schema } from "@cutroom/db";
import { NOTIFY_PUSHES } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, render, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { deliverNotifications, deliverOne } from "./deliver-notifications.ts";
import { pushUnnotified } from "./push-unnotified.ts";

const { task, webhookDelivery } = schema;

/** A receiver whose answer a test sets. */
const receiver = { status: 200, heard: [] as { id: string; body: string }[], url: "" };
const server = createServer((asked, answering) => {
  const chunks: Buffer[] = [];
  asked.on("data", (chunk: Buffer) => chunks.push(chunk));
  asked.on("end", () => {
    const body = Buffer.concat(chunks).toString("utf8");
    receiver.heard.push({ id: String(asked.headers["webhook-id"]), body });
    answering.writeHead(receiver.status).end("what the receiver says");
  });
});

let stack: Stack;
/** Messages that the queue was given: it delivers when a test says so. */
const pushed: string[] = [];
beforeAll(async () => {
  stack = await startStack({ WEBHOOK_ALLOW_PRIVATE: "1" });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stack.stop();
});

const quiet = () => ({
  ...stack.deps,
  queue: {
    ...stack.deps.queue,
    publish: async ({ body }: { body: string }) => {
      pushed.push(body);
      return { messageId: "m" };
    },
  },
});

async function finish(tenant: Tenant): Promise<string> {
  const projectId = await titleProject(tenant.client, 3);
  const idempotencyKey = stack.deps.ids.next("key");
  const made = must(
    await tenant.client.createExport({ body: { project_id: projectId }, idempotencyKey }),
  );
  await stack.settle();
  await render(stack, made.task_id);
  await stack.settle();
  return made.task_id;
}

async function taskRow(taskId: string) {
  const [row] = await stack.deps.database.select().from(task).where(eq(task.id, taskId));
  if (row === undefined) throw new Error("no task");
  return row;
}

const deliveriesOf = (taskId: string) =>
  stack.deps.database.select().from(webhookDelivery).where(eq(webhookDelivery.taskId, taskId));
const hookOf = async (tenant: Tenant) =>
  must(await tenant.client.createWebhook({ body: { url: receiver.url } })).webhook.id;
const heardOf = (taskId: string) => receiver.heard.filter(({ body }) => body.includes(taskId));

describe("the end of a task", () => {
  it("is known by the event stream alone where no webhook wants it (C12)", async () => {
    const tenant = await stack.tenant();
    const taskId = await finish(tenant);
    expect((await taskRow(taskId)).notifiedAt).not.toBeNull();
    expect(await deliveriesOf(taskId)).toEqual([]);
  });

  it("is sent to every webhook once, however often it is pushed (C12, T3)", async () => {
    const tenant = await stack.tenant();
    const webhookId = await hookOf(tenant);
    const taskId = await finish(tenant);
    await Promise.all([1, 2, 3].map(() => deliverNotifications(quiet(), taskId)));
    await deliverNotifications(quiet(), taskId);
    const [message, ...more] = heardOf(taskId);
    expect(more).toEqual([]);
    expect(JSON.parse(message?.body ?? "")).toMatchObject({
      type: "task.succeeded",
      data: { task_id: taskId, state: "SUCCEEDED" },
    });
    expect(message?.body).not.toContain("http");
    expect((await taskRow(taskId)).notifiedAt).not.toBeNull();
    const log = must(
      await tenant.client.listWebhookDeliveries({ params: { webhook_id: webhookId }, query: {} }),
    );
    expect(log.deliveries).toMatchObject([{ state: "DELIVERED", status: 200, attempts: 1 }]);
    expect(JSON.stringify(log)).not.toContain("receiver says");
  });

  it("is pushed again when nobody was told, longer apart each time, and not for ever (C12)", async () => {
    const tenant = await stack.tenant();
    await hookOf(tenant);
    receiver.status = 503;
    const taskId = await finish(tenant);
    await deliverNotifications(quiet(), taskId);
    expect((await taskRow(taskId)).state).toBe("SUCCEEDED");
    const due = { finishedAt: sql`now() - interval '1 day'`, notifyAfter: sql`now()` };
    const pushes: number[] = [];
    const pauses: number[] = [];
    for (let turn = 0; turn < NOTIFY_PUSHES + 2; turn += 1) {
      await stack.deps.database.update(task).set(due).where(eq(task.id, taskId));
      pushed.length = 0;
      await Promise.all([pushUnnotified(quiet()), pushUnnotified(quiet())]);
      pushes.push(pushed.filter((body) => body.includes(taskId)).length);
      if (pushes.at(-1) === 0) continue;
      const { notifyAfter } = await taskRow(taskId);
      pauses.push((notifyAfter?.getTime() ?? 0) - Date.now());
      await deliverNotifications(quiet(), taskId);
    }
    expect(pushes).toEqual([...Array<number>(NOTIFY_PUSHES).fill(1), 0, 0]);
    expect(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0))).toBe(
      true,
    );
    expect((await taskRow(taskId)).notifiedAt).toBeNull();
    expect(await deliveriesOf(taskId)).toMatchObject([{ state: "FAILED", status: 503 }]);
    const alerts = stack.problems.filter((problem) => JSON.stringify(problem).includes("given up"));
    expect(alerts).toHaveLength(1);
    receiver.status = 200;
  });

  it("can be sent once more by its owner, under the same id (T3)", async () => {
    const tenant = await stack.tenant();
    const webhookId = await hookOf(tenant);
    const taskId = await finish(tenant);
    await deliverNotifications(quiet(), taskId);
    const [first] = await deliveriesOf(taskId);
    const deliveryId = first?.id ?? "";
    const params = { webhook_id: webhookId, delivery_id: deliveryId };
    must(await tenant.client.replayWebhookDelivery({ params }));
    await deliverOne(stack.deps, deliveryId);
    expect(heardOf(taskId).map(({ id }) => id)).toEqual([deliveryId, deliveryId]);
    const stranger = await stack.tenant();
    const stolen = await stranger.client.replayWebhookDelivery({ params });
    expect(codeOf(stolen)).toBe("request.not-found");
  });

  it("is not sent to a webhook that was removed, and waits for none (C12)", async () => {
    const tenant = await stack.tenant();
    const webhookId = await hookOf(tenant);
    receiver.status = 500;
    const taskId = await finish(tenant);
    await deliverNotifications(quiet(), taskId);
    must(await tenant.client.deleteWebhook({ params: { webhook_id: webhookId } }));
    receiver.status = 200;
    const before = heardOf(taskId).length;
    await deliverNotifications(quiet(), taskId);
    expect(heardOf(taskId)).toHaveLength(before);
    expect((await taskRow(taskId)).notifiedAt).not.toBeNull();
  });
});

describe("a webhook", () => {
  it("can be tried: a signed message of no task, its answer told and logged, never repeated (T3)", async () => {
    const tenant = await stack.tenant();
    const params = { webhook_id: await hookOf(tenant) };
    const tried = must(await tenant.client.testWebhook({ params }));
    expect(tried).toMatchObject({ event: "webhook.test", state: "DELIVERED", task_id: null });
    expect(receiver.heard.at(-1)).toEqual({ id: tried.id, body: tried.body });
    receiver.status = 410;
    const refused = must(await tenant.client.testWebhook({ params }));
    receiver.status = 200;
    expect(refused).toMatchObject({ state: "FAILED", outcome: "refused", status: 410 });
    await deliverOne(stack.deps, refused.id);
    expect(receiver.heard.filter(({ id }) => id === refused.id)).toHaveLength(1);
    expect(stack.problems.filter((one) => JSON.stringify(one).includes(refused.id))).toEqual([]);
    const { webhooks } = must(await tenant.client.listWebhooks());
    expect(webhooks.map((one) => one.last_delivery?.id)).toEqual([refused.id]);
    const stranger = await stack.tenant();
    expect(codeOf(await stranger.client.testWebhook({ params }))).toBe("request.not-found");
  });

  it("gives its log page by page, each message once (T3)", async () => {
    const tenant = await stack.tenant();
    const params = { webhook_id: await hookOf(tenant) };
    const sent: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      sent.unshift(must(await tenant.client.testWebhook({ params })).id);
    }
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const query = { limit: 2, ...(before === undefined ? {} : { before }) };
      const page = must(await tenant.client.listWebhookDeliveries({ params, query }));
      seen.push(...page.deliveries.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(sent);
  });

  it("may name no address that is not public, outside of one's own machine (F127)", async () => {
    const tenant = await stack.tenant();
    const strict = { ...stack.deps, env: { ...stack.env, WEBHOOK_ALLOW_PRIVATE: "0" as const } };
    const client = stack.clientWith({ authorization: `Bearer ${tenant.apiKey}` }, strict);
    for (const url of ["https://2130706433/", "https://[::ffff:7f00:1]/", "http://example.com/"]) {
      expect(codeOf(await client.createWebhook({ body: { url } }))).toBe("webhook.address");
    }
    const made = await client.createWebhook({ body: { url: "https://hooks.example.com/a" } });
    expect(must(made).secret).toMatch(/^whsec_/);
    expect(JSON.stringify(must(await client.listWebhooks()))).not.toContain("whsec_");
  });
});
