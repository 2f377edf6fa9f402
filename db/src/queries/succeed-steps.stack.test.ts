import { testDatabase } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../database.ts";
import type { OpenDatabase, Transaction } from "../database.ts";
import { appendTaskEvent } from "./append-event.ts";
import { addSteps, addTenants, andForget } from "./claim.cases.ts";
import { claimSteps } from "./claim-steps.ts";
import type { ClaimedRow } from "./claim-steps.ts";
import { endAttempt } from "./end-attempt.ts";
import { grantCredits, openAccounts } from "./ledger.ts";
import { closeReservation, reserveCredits } from "./ledger-reservation.ts";
import { succeedSteps } from "./succeed-steps.ts";
import type { Success } from "./succeed-steps.ts";

const TENANTS = ["a", "b"];
let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  opened = createDatabase({ ...database, webSocket: WebSocket });
  await addTenants(opened.database, TENANTS);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const RESULT = { kind: "export", frame_count: 3 };
const OUTPUT = { videoKey: "k", width: 640 } as unknown as NonNullable<Success["output"]>;

/** Six exports at work, three of each tenant: of 5 credits, of none, and without a reservation. */
async function start(tx: Transaction): Promise<readonly ClaimedRow[]> {
  const steps = TENANTS.flatMap((tenantId, of) =>
    [0, 1, 2].map((at) => ({ id: `s${at * 2 + of}`, tenantId, userId: "u", model: "" })),
  );
  await addSteps(
    tx,
    steps.map((step) => ({ ...step, state: "READY" as const, step: {} })),
  );
  await tx.execute(sql`update task set credits_reserved = 5 where id in ('task_s0', 'task_s1')`);
  for (const tenantId of TENANTS) {
    await openAccounts(tx, tenantId);
    await grantCredits(tx, { tenantId, amount: 50, cause: "opening", reason: "plan" });
  }
  const held = { s0: 5, s1: 5, s2: 0, s3: 0 };
  for (const [id, amount] of Object.entries(held)) {
    const tenantId = steps.find((step) => step.id === id)?.tenantId ?? "";
    await reserveCredits(tx, { tenantId, taskId: `task_${id}`, reservationId: `r_${id}`, amount });
  }
  const claim = { pool: "render", workerId: "w", limit: 10, leaseMs: 45_000 } as const;
  const claimed = await claimSteps(tx, claim);
  return claimed.toSorted((one, other) => (one.taskId < other.taskId ? -1 : 1));
}

const successOf = ({ stepId, attempt }: ClaimedRow): Success => ({
  stepId,
  attempt,
  workerId: "w",
  result: RESULT,
  output: OUTPUT,
});

/** What end-step.ts does with one after the other. */
async function endOneByOne(tx: Transaction, claimed: readonly ClaimedRow[]): Promise<void> {
  for (const { stepId, attempt, taskId } of claimed) {
    const by = { stepId, attempt, workerId: "w" };
    const done = { kind: "succeeded", result: RESULT, made: { output: OUTPUT } } as const;
    const ended = await endAttempt(tx, by, done, 0);
    expect(ended?.taskEvent).toBe("succeed");
    await closeReservation(tx, { taskId, outcome: "settle" });
    await appendTaskEvent(tx, { taskId, type: "state", isCounted: true });
  }
}

const TABLES = [
  "task",
  "step",
  "step_lease",
  "reservation",
  "ledger_account",
  "ledger_entry",
  "task_event",
  "tenant_stream",
  "outbox",
];
/** What is settled is what a tenant's lines add up to. */
const SETTLED = sql`(select tenant_id, pool, tier, sum(vtime_change) as vtime_change
                       from share_settlement group by 1, 2, 3)`;

/** Everything that an end touches; the transaction's own time reads `NOW`, hashes are left out. */
async function readAll(tx: Transaction): Promise<unknown> {
  const all: Record<string, unknown> = {};
  const tables = TABLES.map((name) => [name, sql`${sql.identifier(name)}`] as const);
  for (const [name, table] of [...tables, ["settled", SETTLED] as const]) {
    const found = await tx.execute<{ row: string }>(sql`
      select replace((to_jsonb(t) - 'hash' - 'chain_hash')::text, to_jsonb(now())::text, '"NOW"')
             as row
        from ${table} t order by 1`);
    all[name] = found.rows.map(({ row }) => JSON.parse(row) as unknown);
  }
  const faults = await tx.execute(sql`select v.* from tenant, verify_ledger(tenant.id) v`);
  return { ...all, faults: faults.rows };
}

describe("the end of many at once", () => {
  it("writes what the ends of each alone write (C1, C2, C6, C8, C11)", async () => {
    const seen: unknown[] = [];
    await andForget(opened.database, async (tx) => {
      await endOneByOne(tx, await start(tx));
      seen.push(await readAll(tx));
    });
    await andForget(opened.database, async (tx) => {
      const verdicts = await succeedSteps(tx, (await start(tx)).map(successOf));
      expect(verdicts.map(({ kind }) => kind)).toEqual(Array(6).fill("done"));
      expect(verdicts[0]).toEqual({ kind: "done", taskId: "task_s0", tenantId: "a", round: 1 });
      seen.push(await readAll(tx));
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]).toMatchObject({ faults: [], step_lease: [] });
  });

  it("writes one row of the task for the end of an attempt, its film and the news of it (O2)", async () => {
    await andForget(opened.database, async (tx) => {
      const [one] = await start(tx);
      if (one === undefined) throw new Error("nothing was claimed");
      const written = async () => {
        const { rows } = await tx.execute<{ rows: number }>(sql`
          select n_tup_upd::int as rows from pg_stat_xact_user_tables where relname = 'task'`);
        return rows[0]?.rows ?? 0;
      };
      const before = await written();
      const { taskId } = one;
      await endAttempt(
        tx,
        successOf(one),
        { kind: "succeeded", result: 1, made: { output: OUTPUT } },
        0,
      );
      await appendTaskEvent(tx, { taskId, type: "state", isCounted: true });
      expect((await written()) - before).toBe(1);
    });
  });

  it("accepts only the attempt that holds its step, and stops no other (C8)", async () => {
    await andForget(opened.database, async (tx) => {
      const [first, second, third, fourth] = (await start(tx)).map(successOf);
      if (!first || !second || !third || !fourth) throw new Error("too few were claimed");
      await tx.execute(
        sql`update step_lease set lease_until = now() where step_id = ${third.stepId}`,
      );
      const before = await readAll(tx);
      const stale = [
        { ...first, workerId: "somebody else" },
        { ...second, attempt: second.attempt + 1 },
        third,
        { ...fourth, stepId: "unknown" },
      ];
      const lost = stale.map(() => ({ kind: "lost" }));
      expect(await succeedSteps(tx, stale)).toEqual(lost);
      expect(await readAll(tx)).toEqual(before);
      const kinds = (await succeedSteps(tx, [...stale, first, first, second])).map((v) => v.kind);
      expect(kinds).toEqual(["lost", "lost", "lost", "lost", "done", "lost", "done"]);
      expect(await succeedSteps(tx, [first, second])).toEqual(lost.slice(0, 2));
    });
  });

  it("leaves alone what more follows from, with everything of it (C2, C6)", async () => {
    await andForget(opened.database, async (tx) => {
      const ends = (await start(tx)).map(successOf).slice(0, 3);
      await tx.execute(sql`
        insert into step (id, tenant_id, user_id, task_id, kind, input_digest, state)
        select 'more', tenant_id, 'u', id, 'ingest', '', 'NEW' from task where id = 'task_s0'`);
      await tx.execute(sql`update task set scene = 'generate' where id = 'task_s1'`);
      await tx.execute(sql`update task set failure_code = 'RENDER_FAILED' where id = 'task_s2'`);
      const before = await readAll(tx);
      expect(await succeedSteps(tx, ends)).toEqual(ends.map(() => ({ kind: "open" })));
      expect(await readAll(tx)).toEqual(before);
    });
  });
});
