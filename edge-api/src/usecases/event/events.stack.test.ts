import { streamEvent } from "@cutroom/contracts";
import type { StreamEvent } from "@cutroom/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must, render, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

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
