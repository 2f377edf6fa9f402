import { grantPosting, reservePosting } from "@cutroom/domain";
import { testDatabase } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { asSystem, createDatabase, forTenant } from "../database.ts";
import type { OpenDatabase } from "../database.ts";
import { ledgerEntry, reservation, task, tenant } from "../schema/index.ts";
import { closeReservation, lockAvailable, openAccounts, post, readBalances } from "./ledger.ts";

let stored: Awaited<ReturnType<typeof testDatabase>>;
let opened: OpenDatabase;
let count = 0;
const nextId = (prefix: string) => `${prefix}_${(count += 1)}`;
const tenantId = "tenant_money";

beforeAll(async () => {
  stored = await testDatabase();
  opened = createDatabase({ ...stored, webSocket: WebSocket });
  await asSystem(opened.database, async (tx) => {
    await tx.insert(tenant).values({ id: tenantId, name: "Money" });
    await openAccounts(tx, tenantId);
    await post(tx, { tenantId, posting: grantPosting(100), nextId });
  });
});
afterAll(async () => {
  await opened.close();
  await stored.drop();
});

const balances = () => asSystem(opened.database, (tx) => readBalances(tx, tenantId));

/** What the driver hides behind "Failed query". */
async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return String(cause ?? error);
  }
}

async function reserve(amount: number): Promise<string> {
  const taskId = nextId("task");
  await asSystem(opened.database, async (tx) => {
    await tx.insert(task).values({
      id: taskId,
      tenantId,
      userId: "u",
      scene: "export",
      plan: {} as never,
      creditsReserved: amount,
    });
    const id = nextId("res");
    await tx.insert(reservation).values({ id, tenantId, taskId, amount });
    await post(tx, { tenantId, posting: reservePosting(amount), nextId, reservationId: id });
  });
  return taskId;
}

describe("the ledger", () => {
  it("keeps balances as the sum of their entries (C6)", async () => {
    await reserve(30);
    const sums = await opened.database.execute<{ account: string; sum: string }>(
      sql`select account, sum(amount) from ledger_entry where tenant_id = ${tenantId} group by 1`,
    );
    const now: Record<string, number> = await balances();
    for (const { account, sum } of sums.rows)
      expect([account, Number(sum)]).toEqual([account, now[account]]);
  });

  it("refuses at commit a posting that is not in balance (C6)", async () => {
    const lopsided = [{ account: "available", kind: "GRANT", amount: 5 }] as const;
    const before = await balances();
    const reason = await reasonOf(
      asSystem(opened.database, (tx) => post(tx, { tenantId, posting: lopsided, nextId })),
    );
    expect(reason).toMatch(/does not add up to zero/);
    expect(await balances()).toEqual(before);
  });

  it("lets nobody change or remove an entry, not even its owner (C6)", async () => {
    for (const statement of [
      sql`update ledger_entry set amount = 1`,
      sql`delete from ledger_entry`,
      sql`truncate ledger_entry`,
    ]) {
      expect(await reasonOf(opened.database.execute(statement))).toMatch(/never change/);
    }
    const asTenant = forTenant(opened.database, tenantId, (tx) =>
      tx.update(ledgerEntry).set({ amount: 1 }),
    );
    expect(await reasonOf(asTenant)).toMatch(/permission denied/);
  });

  it("never lets a balance go below zero (F99)", async () => {
    const reason = await reasonOf(
      asSystem(opened.database, (tx) =>
        post(tx, { tenantId, posting: reservePosting(1_000_000), nextId }),
      ),
    );
    expect(reason).toMatch(/ledger_account/);
  });

  it("ends a reservation once: of many that settle and release, one does (C6)", async () => {
    const before = await balances();
    const taskId = await reserve(20);
    const closed = await Promise.all(
      (["settle", "release", "settle", "release"] as const).map((outcome) =>
        asSystem(opened.database, (tx) => closeReservation(tx, { taskId, outcome, nextId })),
      ),
    );
    expect(closed.filter(Boolean)).toHaveLength(1);
    const after = await balances();
    expect(after.reserved).toBe(before.reserved);
    expect(before.available - after.available).toBe(after.spent - before.spent);
  });

  it("makes a second reader of the balance wait for the first one's decision (F99)", async () => {
    const order: string[] = [];
    const decide = (name: string, pauseMs: number) =>
      asSystem(opened.database, async (tx) => {
        await lockAvailable(tx, tenantId);
        order.push(`${name} in`);
        await tx.execute(sql`select pg_sleep(${pauseMs / 1000})`);
        order.push(`${name} out`);
      });
    await Promise.all([decide("a", 100), decide("b", 100)]);
    expect(order[0]?.[0]).toBe(order[1]?.[0]);
    expect(order[2]?.[0]).toBe(order[3]?.[0]);
  });
});
