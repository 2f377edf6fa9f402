import { schema } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import type { FailureCode, PlanName, TaskScene, TaskState } from "@cutroom/domain";
import { failureClassOf, planLimits } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";
import { writeRequests } from "./count-requests.ts";
import { listServiceLevels } from "./list-service-levels.ts";

let stack: Stack;
let tenantId = "";
let userId = "";
beforeAll(async () => {
  stack = await startStack();
  ({ tenantId, userId } = await stack.tenant());
});
afterAll(() => stack.stop());

interface Past {
  readonly scene?: TaskScene;
  readonly plan?: PlanName;
  readonly state: TaskState;
  readonly model?: string;
  readonly code?: FailureCode;
  /** How long ago it was accepted, and how long it queued. */
  readonly agoMin: number;
  readonly queuedS?: number;
}

/** A task as history has left it. */
async function remember(past: Past): Promise<void> {
  const { scene = "export", plan = "paid", state, model, code, agoMin, queuedS } = past;
  const at = sql`now() - ${agoMin} * interval '1 minute'`;
  const started = queuedS === undefined ? null : sql`${at} + ${queuedS} * interval '1 second'`;
  await stack.deps.database.insert(schema.task).values({
    id: stack.deps.ids.next("task"),
    tenantId,
    userId,
    scene,
    state,
    plan: planLimits[plan],
    spec: model === undefined ? {} : { model },
    acceptedAt: at,
    roundStartedAt: at,
    queuedAt: at,
    providerSubmittedAt: started,
    ...(code === undefined ? {} : { failureCode: code, failureClass: failureClassOf(code) }),
  });
}

const read = async (hours: number, by: "scene" | "plan" | "model" | "vendor" | "region") =>
  must(await listServiceLevels(stack.deps, { hours, by }));

/** A database that answers nothing. */
const away = { execute: () => Promise.reject(new Error("away")) } as unknown as Database;

describe("service levels", () => {
  it("tell of requests as their callers met them, an outage of the database included (O1)", async () => {
    const { client, apiKey } = await stack.tenant();
    const asked = { params: { task_id: "task_of_nobody" } };
    expect(codeOf(await client.getTask(asked))).toBe("request.not-found");
    must(await client.listTasks({ query: {} }));
    codeOf(await client.getTask({ ...asked, query: { wait_s: 1 } }));
    const noProject = { body: { project_id: "project_of_nobody" }, idempotencyKey: "requests-1" };
    expect(codeOf(await client.createExport(noProject))).toBe("request.not-found");
    const broken = { ...stack.deps, database: away };
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await stack.clientWith(headers, broken).listTasks({ query: {} })).ok).toBe(false);
    await writeRequests(broken);
    await writeRequests(stack.deps);
    await writeRequests(stack.deps);
    const { objectives } = await read(1, "scene");
    expect(objectives.slice(0, 3)).toMatchObject([
      { name: "create-available", share: 0.9995, at_most: null, tasks: 1, bad: 0 },
      { name: "status-available", share: 0.999, tasks: 4, bad: 1, state: "missed" },
      { name: "status-quick", share: 0.95, at_most: 0.2, tasks: 3 },
    ]);
  });

  it("are shown together and split by model, vendor and region, both rates side by side (O1)", async () => {
    const clip = { scene: "generate", agoMin: 100 } as const;
    await remember({ ...clip, model: "procedural", state: "SUCCEEDED" });
    await remember({ ...clip, model: "runway-gen4.5", state: "SUCCEEDED" });
    await remember({ ...clip, model: "runway-gen4.5", state: "FAILED", code: "NOT_MEDIA" });
    await remember({ ...clip, model: "runway-gen4.5", state: "FAILED", code: "RENDER_FAILED" });
    const byVendor = await read(2, "vendor");
    expect(byVendor.levels.map(({ key, tasks }) => [key, tasks])).toEqual([
      [null, 4],
      ["runway", 3],
      ["own", 1],
    ]);
    expect(byVendor.levels[1]).toMatchObject({
      failed: { input: 1, platform: 1 },
      user_perceived: 1 / 3,
      platform_attributed: 1 / 2,
    });
    const keys = async (by: "model" | "region") => (await read(2, by)).levels.map(({ key }) => key);
    expect(await keys("model")).toEqual([null, "runway-gen4.5", "procedural"]);
    expect(await keys("region")).toEqual([null, "us", "own"]);
    expect(byVendor.failures).toEqual([
      { code: "NOT_MEDIA", failure_class: "input", tasks: 1 },
      { code: "RENDER_FAILED", failure_class: "platform", tasks: 1 },
    ]);
    expect((await read(1, "vendor")).levels[0]?.tasks).toBe(0);
  });

  it("judge a promise by the last hour and the window, late ones before they start (O1)", async () => {
    const queued = { plan: "enterprise", state: "SUCCEEDED" } as const;
    for (let n = 0; n < 18; n += 1) await remember({ ...queued, agoMin: 200, queuedS: 14 });
    await remember({ ...queued, agoMin: 200, queuedS: 16 });
    const of = async (hours: number) =>
      (await read(hours, "plan")).objectives.find(({ name }) => name === "queue-enterprise");
    expect(await of(6)).toMatchObject({ state: "missed", tasks: 19, bad: 1, burn_hour: null });
    await remember({ ...queued, agoMin: 5, queuedS: 1 });
    expect(await of(6)).toMatchObject({ state: "kept", tasks: 20, bad: 1, burn_hour: 0 });
    // Waiting for less than the limit says nothing yet; beyond it, it is late whatever comes.
    await remember({ plan: "enterprise", state: "QUEUED", agoMin: 0 });
    expect(await of(6)).toMatchObject({ tasks: 20 });
    for (let n = 0; n < 12; n += 1) {
      await remember({ plan: "enterprise", state: "QUEUED", agoMin: 3 });
    }
    expect(await of(6)).toMatchObject({ state: "burning", tasks: 32, bad: 13 });
    expect((await read(6, "plan")).oldest_waiting).toBeGreaterThan(170);
  });
});
