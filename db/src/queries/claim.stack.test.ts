import { pick } from "@cutroom/domain";
import type { Snapshot, WaitingStep } from "@cutroom/domain";
import { testDatabase } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import type { OpenDatabase } from "../database.ts";
import { POOL, addSteps, addTenants, andForget, writeSnapshot } from "./claim.cases.ts";
import { TENANTS, snapshots } from "./claim-snapshots.cases.ts";
import { claimForMany, claimSteps } from "./claim-steps.ts";
import { registerWorker, removeWorker } from "./claim-workers.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  opened = createDatabase({ ...database, webSocket: WebSocket, maxConnections: 16 });
  await addTenants(opened.database, TENANTS);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const PICKS = 36;
/** How the same number of steps is asked for: by nobody but one worker, or by several at once. */
const limits = fc.constantFrom([1], [PICKS], [7], [1, 1, 1], [5, 12, 1]);

/** What the pure function would start, one after the other. */
function pickMany(first: Snapshot): readonly string[] {
  let snapshot = first;
  const shares = new Map(first.shares);
  const ids: string[] = [];
  while (ids.length < PICKS) {
    const picked = pick(snapshot);
    if (picked === null) break;
    const { step, vtime, lane } = picked;
    ids.push(step.id);
    const none = { vtime: 0, sinceServedMs: Infinity };
    const [best, middle, worst] = shares.get(step.tenantId) ?? [none, none, none];
    const books: [typeof none, typeof none, typeof none] = [best, middle, worst];
    books[step.tier] = { vtime, sinceServedMs: 0 };
    shares.set(step.tenantId, books);
    const running = snapshot.running.concat(step);
    const waitingNow = snapshot.waiting.filter((other) => other.id !== step.id);
    snapshot = Object.assign({}, snapshot, { lane, shares, running, waiting: waitingNow });
  }
  return ids;
}

describe("the claim", () => {
  it("takes what the pure function picks, on 200 random snapshots, one by one, many at once and for many (C9)", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(snapshots, limits, async (snapshot, asked) => {
        await andForget(opened.database, async (tx) => {
          await writeSnapshot(tx, snapshot);
          const wanted = pickMany(snapshot);
          const asks = asked.map((limit, at) => ({ workerId: `w${at}`, limit }));
          const claimed: string[] = [];
          for (let isOver = false; !isOver && claimed.length < PICKS;) {
            const lists = await claimForMany(tx, { pool: "render", asks, leaseMs: 45_000 });
            claimed.push(...lists.flat().map((row) => row.stepId));
            isOver = lists.some((list, at) => list.length < (asked[at] ?? 0));
          }
          expect(claimed.slice(0, PICKS)).toEqual(wanted);
          compared += wanted.length;
        });
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(600);
  });

  it("gives each of several workers what it would have got by asking in its turn (C8, C9)", async () => {
    await andForget(opened.database, async (tx) => {
      const ids = Array.from({ length: 9 }, (_, at) => `turn${at}`);
      const own = { tenantId: "a", userId: "u", model: "", state: "READY" as const };
      await addSteps(
        tx,
        ids.map((id, at) => ({ ...own, id, step: { waitMs: 1_000 - at } })),
      );
      const asks = [
        { workerId: "first", limit: 2 },
        { workerId: "second", limit: 5 },
        { workerId: "third", limit: 4 },
      ];
      const lists = await claimForMany(tx, { pool: "render", asks, leaseMs: 45_000 });
      expect(lists.map((list) => list.map((row) => row.stepId))).toEqual([
        ids.slice(0, 2),
        ids.slice(2, 7),
        ids.slice(7),
      ]);
      const leases = await tx.execute<{ worker_id: string; n: number }>(
        sql`select worker_id, count(*)::int as n from step_lease group by 1 order by 1`,
      );
      expect(leases.rows).toEqual([
        { worker_id: "first", n: 2 },
        { worker_id: "second", n: 5 },
        { worker_id: "third", n: 2 },
      ]);
    });
  });

  it("leaves a step that somebody else is moving, and takes what may start after it (C8)", async () => {
    const own = { userId: "u", model: "", state: "READY" as const };
    await addSteps(opened.database, [
      { ...own, id: "moving1", tenantId: "a", step: { waitMs: 9_000 } },
      { ...own, id: "moving2", tenantId: "a", step: { waitMs: 8_000 } },
      { ...own, id: "free1", tenantId: "b", step: { waitMs: 7_000 } },
    ]);
    const claim = { pool: "render", workerId: "w", limit: 5, leaseMs: 45_000 } as const;
    await opened.database.transaction(async (tx) => {
      await tx.execute(sql`select from task where id = 'task_moving1' for update`);
      const claimed = await claimSteps(opened.database, claim);
      expect(claimed.map((row) => row.stepId)).toEqual(["free1"]);
    });
    const claimed = await claimSteps(opened.database, claim);
    expect(claimed.map((row) => row.stepId)).toEqual(["moving1", "moving2"]);
    await opened.database.execute(
      sql`update step set state = 'SUCCEEDED' where id in ('moving1', 'moving2', 'free1')`,
    );
  });

  it("finds a step whose transaction began before others were taken and ends after, in its flow and in one before it (C8)", async () => {
    const own = { userId: "u", model: "", state: "READY" as const };
    await addSteps(opened.database, [
      { ...own, id: "seen1", tenantId: "b", step: { waitMs: 2_000 } },
      { ...own, id: "seen2", tenantId: "b", step: { waitMs: 1_000 } },
    ]);
    const claim = { pool: "render", workerId: "w", limit: 1, leaseMs: 45_000 } as const;
    const next = async () => (await claimSteps(opened.database, claim)).map((row) => row.stepId);
    await opened.database.transaction(async (tx) => {
      await addSteps(tx, [
        { ...own, id: "late1", tenantId: "a", step: { waitMs: 9_000 } },
        { ...own, id: "late2", tenantId: "b", step: { waitMs: 8_000 } },
      ]);
      expect(await next()).toEqual(["seen1"]);
    });
    const rest = [...(await next()), ...(await next()), ...(await next())];
    expect(rest.toSorted((a, b) => a.localeCompare(b, "en"))).toEqual(["late1", "late2", "seen2"]);
    expect(rest.indexOf("late2")).toBeLessThan(rest.indexOf("seen2"));
    await opened.database.execute(sql`update step set state = 'SUCCEEDED' where state = 'RUNNING'`);
  });

  it("never overruns a cap with 16 claimers at once, and fills every cap (C9, I7)", async () => {
    const capped: Partial<WaitingStep>[] = [
      { tenantId: "a", tenantCap: 5, userCap: 3 },
      { tenantId: "b", tenantCap: 7 },
      { tenantId: "c", tenantCap: 4, userCap: 4, model: "m" },
    ];
    await addSteps(
      opened.database,
      capped.flatMap((step, kind) =>
        Array.from({ length: 60 }, (_, at) => ({
          id: `cap${kind}_${at}`,
          tenantId: step.tenantId ?? "",
          userId: at % 2 === 0 ? "u" : "v",
          model: step.model ?? "",
          state: "READY" as const,
          step,
        })),
      ),
    );
    await opened.database.execute(sql`update lane set max_in_flight = 13 where pool = ${POOL}`);
    await opened.database.execute(sql`insert into model_cap values (${POOL}, 'm', 3)`);
    const running = async () => {
      const result = await opened.database.execute<{ tenant: string; usr: string; n: number }>(sql`
        select tenant_id as tenant, user_id as usr, count(*)::integer as n
          from step where state = 'RUNNING' and pool = ${POOL} group by 1, 2`);
      return result.rows;
    };
    const sum = (
      rows: Awaited<ReturnType<typeof running>>,
      of: (row: { tenant: string }) => boolean,
    ) => rows.filter(of).reduce((total, row) => total + row.n, 0);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(
        Array.from({ length: 16 }, (_, at) =>
          claimSteps(opened.database, {
            pool: "render",
            workerId: `w${at}`,
            limit: 1 + (at % 3),
            leaseMs: 45_000,
          }),
        ),
      );
      const now = await running();
      expect(sum(now, () => true)).toBe(13);
      expect(sum(now, (row) => row.tenant === "a")).toBeLessThanOrEqual(5);
      expect(sum(now, (row) => row.tenant === "b")).toBeLessThanOrEqual(7);
      expect(sum(now, (row) => row.tenant === "c")).toBeLessThanOrEqual(3);
      const perUser = now.filter((row) => row.tenant === "a").map((row) => row.n);
      expect(Math.max(0, ...perUser)).toBeLessThanOrEqual(3);
      await opened.database.execute(sql`
        update step set state = 'SUCCEEDED' where id in (
          select id from step where state = 'RUNNING' order by id limit ${3 + round})`);
    }
    await opened.database.execute(sql`update lane set max_in_flight = null where pool = ${POOL}`);
    await opened.database.execute(
      sql`update step set state = 'EXPIRED' where state <> 'SUCCEEDED'`,
    );
  });

  it("corrects a tenant's virtual time by what its work has really taken (C9)", async () => {
    await addSteps(opened.database, [
      {
        id: "long",
        tenantId: "d",
        userId: "u",
        model: "",
        state: "READY",
        step: { weight: 5, estSeconds: 10 },
      },
    ]);
    const vtime = async () => {
      const result = await opened.database.execute<{ vtime: number }>(
        sql`select vtime from tenant_share where tenant_id = 'd' and pool = ${POOL} and tier = 1`,
      );
      return result.rows[0]?.vtime ?? Number.NaN;
    };
    const claim = { pool: "render", workerId: "w", limit: 1, leaseMs: 45_000 } as const;
    expect((await claimSteps(opened.database, claim)).map((row) => row.stepId)).toEqual(["long"]);
    const charged = await vtime();
    const back = sql`now() - interval '60 seconds'`;
    await opened.database.execute(sql`update step set started_at = ${back} where id = 'long'`);
    await opened.database.execute(sql`update step set state = 'SUCCEEDED' where id = 'long'`);
    await opened.database.execute(sql`update lane set folded_at = ${back} where pool = ${POOL}`);
    await claimSteps(opened.database, claim);
    expect((await vtime()) - charged).toBeCloseTo(50 / 5, 1);
  });

  it("waits for no lock for ever: a lane that is held refuses in time (C9)", async () => {
    const hold = opened.database.transaction(async (tx) => {
      await tx.execute(sql`select from lane where pool = 'ingest' for update`);
      const asked = claimSteps(opened.database, {
        pool: "ingest",
        workerId: "w",
        limit: 1,
        leaseMs: 45_000,
      });
      await expect(asked).rejects.toMatchObject({ cause: { code: "55P03" } });
    });
    await hold;
  });
});

describe("a worker", () => {
  it("registers again and again, changes what it serves, and takes itself off (C9)", async () => {
    const rows = async () =>
      (await opened.database.execute(sql`select id, pools, slots from worker`)).rows;
    await registerWorker(opened.database, { id: "w1", pools: ["render"], slots: 2 });
    await registerWorker(opened.database, { id: "w1", pools: ["render", "ingest"], slots: 3 });
    expect(await rows()).toEqual([{ id: "w1", pools: ["render", "ingest"], slots: 3 }]);
    await removeWorker(opened.database, "w1");
    await removeWorker(opened.database, "w1");
    expect(await rows()).toEqual([]);
  });
});
