import { streamEvent } from "@cutroom/contracts";
import type { StreamEvent } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must, render, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { createApp } from "../../app.ts";
import { flushMilestones } from "../step/milestones.ts";

const { task, taskEvent } = schema;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

interface Received {
  readonly id: string | null;
  readonly event: StreamEvent;
}

/** Reads the stream as EventSource would until `enough`, then leaves. */
async function listen(
  tenant: Tenant,
  enough: (received: readonly Received[]) => boolean,
  lastEventId?: string,
): Promise<Received[]> {
  const leave = new AbortController();
  const response = await stack.app.request("/v1/events", {
    headers: {
      authorization: `Bearer ${tenant.apiKey}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    signal: leave.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const received: Received[] = [];
  let text = "";
  if (reader === undefined) throw new Error("the stream has no body");
  while (!enough(received)) {
    const chunk = await reader.read();
    if (chunk.done) break;
    text += chunk.value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1] ?? null;
      const data = field("data");
      if (data === null) continue;
      received.push({ id: field("id"), event: streamEvent.parse(JSON.parse(data)) });
    }
  }
  leave.abort();
  await reader.cancel();
  return received;
}

async function submit(tenant: Tenant, name: string): Promise<string> {
  const projectId = await titleProject(tenant.client, 5);
  const made = must(
    await tenant.client.createExport({ body: { project_id: projectId }, idempotencyKey: name }),
  );
  await stack.settle();
  return made.task_id;
}

const statesOf = (received: readonly Received[], taskId: string) =>
  received.flatMap(({ event }) =>
    event.type === "task" && event.task.id === taskId ? [event.task.state] : [],
  );

describe("the event stream", () => {
  it("begins with a snapshot of what still moves (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "snapshot-1");
    const [first] = await listen(tenant, (received) => received.length > 0);
    expect(first?.event).toMatchObject({ type: "snapshot", tasks: [{ id: taskId }] });
    expect(first?.id).toMatch(/^\d+$/);
  });

  it("resumes after the event that was seen last, without a gap or a snapshot (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "resume-001");
    const [first] = await listen(tenant, (received) => received.length > 0);
    await render(stack, taskId);
    const rest = await listen(
      tenant,
      (received) => statesOf(received, taskId).includes("SUCCEEDED"),
      first?.id ?? "",
    );
    expect(rest.every(({ event }) => event.type !== "snapshot")).toBe(true);
    const ids = rest.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
    expect(Math.min(...ids)).toBeGreaterThan(Number(first?.id));
  });

  it("starts over when the client's position is not one of this stream (C11)", async () => {
    const tenant = await stack.tenant();
    const [first] = await listen(tenant, (received) => received.length > 0, "999999");
    expect(first?.event.type).toBe("snapshot");
  });

  it("carries progress that no state change tells of (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "progress-1");
    const { id } = await stepOf(stack, taskId);
    const params = { step_id: id };
    must(await stack.farm.claimStep({ params, body: { worker_id: "w" } }));
    const body = { worker_id: "w", attempt: 1, progress: 30 };
    must(await stack.farm.renewLease({ params, body }));
    const received = await listen(tenant, (all) =>
      all.some(({ event }) => event.type === "progress"),
    );
    expect(received.at(-1)?.event).toMatchObject({ task_id: taskId, progress: 30 });
  });

  it("carries fine progress that the database never hears of, of the right attempt (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "fine-prog-1");
    const { id } = await stepOf(stack, taskId);
    const params = { step_id: id };
    must(await stack.farm.claimStep({ params, body: { worker_id: "w" } }));
    must(await stack.farm.reportProgress({ params, body: { attempt: 2, progress: 99 } }));
    must(await stack.farm.reportProgress({ params, body: { attempt: 1, progress: 42 } }));
    const read = must(await tenant.client.getTask({ params: { task_id: taskId } }));
    expect(read.progress).toBe(42);
    const [row] = await stack.deps.database.select().from(task).where(eq(task.id, taskId));
    expect(row?.progress).toBe(0);
  });

  it("keeps each milestone once, in order, and streams it under a position (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "milestones-1");
    const { id } = await stepOf(stack, taskId);
    const params = { step_id: id };
    must(await stack.farm.claimStep({ params, body: { worker_id: "w" } }));
    const [first] = await listen(tenant, (received) => received.length > 0);
    const later = (afterMs: number) => ({
      ...stack.deps,
      clock: { nowMs: () => stack.deps.clock.nowMs() + afterMs },
    });
    for (const [index, progress] of [7, 12, 14, 33, 61, 61, 92].entries()) {
      must(await stack.farm.reportProgress({ params, body: { attempt: 1, progress } }));
      if (index % 2 === 1) await flushMilestones(later(3_000), null);
    }
    await Promise.all([1, 2, 3].map(() => flushMilestones(later(4_000), null)));
    const events = await stack.deps.database
      .select()
      .from(taskEvent)
      .where(and(eq(taskEvent.taskId, taskId), eq(taskEvent.type, "milestone")))
      .orderBy(asc(taskEvent.seq));
    expect(events.map((event) => event.progress)).toEqual([10, 30, 60, 90]);
    const rest = await listen(tenant, (all) => all.length > 0, first?.id ?? "");
    expect(rest[0]).toMatchObject({ event: { type: "progress", task_id: taskId, progress: 90 } });
    expect(Number(rest[0]?.id)).toBe(events.at(-1)?.position);
  });

  it("starts over when what came after the client's position is no longer kept (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "too-old-001");
    await render(stack, taskId);
    await stack.deps.database.delete(taskEvent).where(eq(taskEvent.tenantId, tenant.tenantId));
    const [first] = await listen(tenant, (received) => received.length > 0, "1");
    expect(first?.event.type).toBe("snapshot");
  });

  it("sends those away to a poll who find no place, and the poll says the same (C11)", async () => {
    const tenant = await stack.tenant();
    const full = { ...stack.deps, streams: { enter: () => null, isBusy: () => true } };
    const answer = await createApp(full).request("/v1/events", {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    const start = must(await tenant.client.pollEvents({ query: {} }));
    expect(start.events).toEqual([{ type: "snapshot", tasks: [] }]);
    const waiting = tenant.client.pollEvents({ query: { after: start.position, wait_s: 20 } });
    const taskId = await submit(tenant, "poll-0001");
    const told = must(await waiting);
    expect(told.events.at(-1)).toMatchObject({ type: "task", task: { id: taskId } });
    expect(told.position).toBeGreaterThan(start.position);
  });

  it("shows one tenant nothing of another (T2)", async () => {
    const [a, b] = [await stack.tenant(), await stack.tenant()];
    await submit(a, "isolated-1");
    const [first] = await listen(b, (received) => received.length > 0);
    expect(first?.event).toEqual({ type: "snapshot", tasks: [] });
  });

  it("answers a long poll when the task ends, not before (C11)", async () => {
    const tenant = await stack.tenant();
    const taskId = await submit(tenant, "longpoll-1");
    const waiting = tenant.client.getTask({ params: { task_id: taskId }, query: { wait_s: 20 } });
    await render(stack, taskId);
    expect(must(await waiting).state).toBe("SUCCEEDED");
  });
});
