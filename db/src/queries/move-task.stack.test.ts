import { TASK_STATES, nextTaskState, planLimits, taskTransitions } from "@cutroom/domain";
import type { TaskEvent } from "@cutroom/domain";
import { testDatabase } from "@cutroom/testkit";
import { eq } from "drizzle-orm";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asSystem, createDatabase } from "../database.ts";
import type { OpenDatabase } from "../database.ts";
import { task, tenant } from "../schema/index.ts";
import { moveTask } from "./move-task.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  opened = createDatabase({ ...database, webSocket: WebSocket });
  await opened.database.insert(tenant).values({ id: "t", name: "T", plan: "paid" });
  await opened.database.insert(task).values({
    id: "task_1",
    tenantId: "t",
    userId: "u",
    scene: "export",
    plan: planLimits.paid,
  });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const put = (state: (typeof TASK_STATES)[number]) =>
  opened.database.update(task).set({ state, version: 1 }).where(eq(task.id, "task_1"));
const move = (event: TaskEvent, version?: number) =>
  asSystem(opened.database, (tx) =>
    moveTask(tx, { taskId: "task_1", event, ...(version === undefined ? {} : { version }) }),
  );
const events = [
  ...new Set(Object.values(taskTransitions).flatMap((moves) => Object.keys(moves))),
] as TaskEvent[];

describe("moving a task", () => {
  it.each(TASK_STATES)("from %s obeys the table, and names what it refuses (C1)", async (from) => {
    for (const event of events) {
      await put(from);
      const to = nextTaskState(from, event);
      const wanted =
        to === null
          ? { ok: false, failure: { code: "illegal", from, event } }
          : { ok: true, row: { state: to, version: 2 } };
      expect(await move(event)).toMatchObject(wanted);
    }
  });

  it("is a compare-and-set on the version that the caller saw (C1)", async () => {
    await put("CREATED");
    expect(await move("enqueue", 7)).toEqual({
      ok: false,
      failure: { code: "changed", version: 1 },
    });
    expect(await move("enqueue", 1)).toMatchObject({ ok: true });
  });

  it("succeeds for one of many at once (C1)", async () => {
    await put("QUEUED");
    const moved = await Promise.all([1, 2, 3, 4].map(() => move("cancel")));
    expect(moved.filter(({ ok }) => ok)).toHaveLength(1);
    expect(moved.find(({ ok }) => !ok)).toEqual({
      ok: false,
      failure: { code: "illegal", from: "CANCELED", event: "cancel" },
    });
  });

  it("says when there is no such task", async () => {
    const missing = await asSystem(opened.database, (tx) =>
      moveTask(tx, { taskId: "task_none", event: "cancel" }),
    );
    expect(missing).toEqual({ ok: false, failure: { code: "missing" } });
  });
});
