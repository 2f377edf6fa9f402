import { asSystem, schema } from "@cutroom/db";
import type { FailureCode, PoolName, StepState } from "@cutroom/domain";
import { planLimits } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { must, startStack } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";
import { guardPools } from "./guard-pools.ts";
import { listPools } from "./list-pools.ts";

const { poolBreaker, step, stepLease, task, worker } = schema;

let stack: Stack;
let taskId = "";
let tenantId = "";
beforeAll(async () => {
  stack = await startStack();
  const made = await stack.tenant();
  ({ tenantId } = made);
  taskId = stack.deps.ids.next("task");
  await stack.deps.database.insert(task).values({
    id: taskId,
    tenantId,
    userId: made.userId,
    scene: "export",
    state: "RUNNING",
    plan: planLimits.paid,
  });
});

afterAll(() => stack.stop());
beforeEach(async () => {
  for (const table of [stepLease, step, worker, poolBreaker])
    await stack.deps.database.delete(table);
  stack.problems.length = 0;
});

/** Steps of pool A, as their last attempt has left them. */
async function leave(count: number, state: StepState, failureCode: FailureCode | null = null) {
  const rows = Array.from({ length: count }, () => {
    const id = stack.deps.ids.next("step");
    const facts = { kind: "export", pool: "A", tier: 1, inputDigest: id } as const;
    return { ...facts, id, tenantId, taskId, state, failureCode, finishedAt: sql`now()` };
  });
  await stack.deps.database.insert(step).values(rows);
}

const serve = (pools: PoolName[]) =>
  stack.deps.database.insert(worker).values({ id: stack.deps.ids.next("w"), pools, slots: 1 });

const waitingIn = async (pool: PoolName) =>
  (await stack.deps.database.select().from(step).where(eq(step.pool, pool))).filter(
    ({ state }) => state === "READY",
  ).length;

async function breaker() {
  const rows = await stack.deps.database
    .select()
    .from(poolBreaker)
    .where(eq(poolBreaker.pool, "A"));
  return rows[0]?.state ?? "CLOSED";
}

/** As if the breaker had moved this long ago, and all that ended before it longer still. */
const later = (minutes: number) =>
  asSystem(stack.deps.database, async (tx) => {
    const ago = sql`make_interval(mins => ${minutes})`;
    await tx.update(poolBreaker).set({ since: sql`${poolBreaker.since} - ${ago}` });
    await tx.update(step).set({ finishedAt: sql`${step.finishedAt} - ${ago}` });
  });

describe("a pool whose work fails", () => {
  it("sends what waits to its backup, probes after a while, and takes work again (C9)", async () => {
    await serve(["A", "C"]);
    await leave(40, "SUCCEEDED");
    await leave(3, "FAILED", "RENDER_FAILED");
    await leave(5, "READY");
    await guardPools(stack.deps);
    expect([await breaker(), await waitingIn("A"), await waitingIn("C")]).toEqual(["OPEN", 0, 5]);
    const { pools } = must(await listPools(stack.deps));
    const shown = Object.fromEntries(pools.map((one) => [one.pool, one]));
    expect(shown["A"]).toMatchObject({
      workers: 1,
      waiting: 0,
      breaker: { state: "OPEN", ends: 43, failures: 3, backup: "C" },
    });
    expect(shown["C"]).toMatchObject({ workers: 1, waiting: 5, guests: 5 });
    expect(shown["render"]).toMatchObject({ workers: 0, breaker: { state: "CLOSED", for: null } });
    expect(stack.problems).toMatchObject([{ message: "breaker OPEN", pool: "A", failures: 3 }]);

    await leave(4, "READY");
    await later(2);
    await guardPools(stack.deps);
    expect([await breaker(), await waitingIn("A")]).toEqual(["HALF_OPEN", 3]);
    await leave(3, "SUCCEEDED");
    await guardPools(stack.deps);
    await leave(2, "READY");
    await guardPools(stack.deps);
    expect([await breaker(), await waitingIn("A"), await waitingIn("C")]).toEqual(["CLOSED", 5, 6]);
  });

  it("opens again when a probe fails, and for longer (C9)", async () => {
    await serve(["A", "C"]);
    await leave(20, "FAILED", "RENDER_FAILED");
    await guardPools(stack.deps);
    await later(2);
    await guardPools(stack.deps);
    await leave(1, "FAILED", "RENDER_FAILED");
    await guardPools(stack.deps);
    await later(1);
    await guardPools(stack.deps);
    expect(await breaker()).toBe("OPEN");
    await later(2);
    await guardPools(stack.deps);
    expect(await breaker()).toBe("HALF_OPEN");
  });

  it("keeps its work where nobody serves the backup, and is not blamed for wrong input (C9)", async () => {
    await serve(["A"]);
    await leave(100, "FAILED", "NOT_MEDIA");
    await leave(2, "READY");
    await guardPools(stack.deps);
    expect(await breaker()).toBe("CLOSED");
    await leave(3, "FAILED", "RENDER_FAILED");
    await Promise.all([1, 2, 3].map(() => guardPools(stack.deps)));
    expect([await breaker(), await waitingIn("A")]).toEqual(["OPEN", 2]);
    expect(stack.problems).toHaveLength(1);
  });
});

describe("a pool without a free slot", () => {
  const age = () =>
    stack.deps.database
      .update(step)
      .set({ runAt: sql`now() - interval '1 minute'` })
      .where(eq(step.state, "READY"));

  it("gives what has waited to free slots of its backup, no more and once (C10)", async () => {
    await stack.deps.database.insert(worker).values({ id: "full", pools: ["A"], slots: 1 });
    await leave(1, "RUNNING");
    const [running] = await stack.deps.database.select().from(step);
    const leaseUntil = sql`now() + interval '1 minute'`;
    const lease = { stepId: running?.id ?? "", attempt: 1, workerId: "full", leaseUntil };
    await stack.deps.database.insert(stepLease).values(lease);
    await stack.deps.database.insert(worker).values({ id: "spare", pools: ["C"], slots: 2 });
    await leave(3, "READY");
    await guardPools(stack.deps);
    expect([await waitingIn("A"), await waitingIn("C")]).toEqual([3, 0]);
    await age();
    await guardPools(stack.deps);
    expect([await waitingIn("A"), await waitingIn("C")]).toEqual([1, 2]);
    expect(await breaker()).toBe("CLOSED");
    // What was moved stays with the backup, also when the pool has room again.
    await stack.deps.database.update(worker).set({ slots: 4 }).where(eq(worker.id, "full"));
    await guardPools(stack.deps);
    expect([await waitingIn("A"), await waitingIn("C")]).toEqual([1, 2]);
  });
});
