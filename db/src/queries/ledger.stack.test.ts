import { grantPosting, taskPostingKey } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { forTenant } from "../database.ts";
import { ledgerEntry, reservation, task } from "../schema/index.ts";
import { openLedger, reasonOf } from "./ledger.cases.ts";
import type { Ledger } from "./ledger.cases.ts";
import { grantCredits, lockAvailable, post } from "./ledger.ts";
import { compensateCredits, refundCredits } from "./ledger-correct.ts";
import { closeReservation, reserveCredits } from "./ledger-reservation.ts";

let ledger: Ledger;
let tenantId: string;
beforeAll(async () => {
  ledger = await openLedger();
  tenantId = await ledger.makeTenant(1_000);
});
afterAll(() => ledger.close());
afterEach(async () => {
  const faults = await ledger.faults();
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
});

const balances = () => ledger.balances(tenantId);

async function reserve(amount: number, round = 1, of?: string): Promise<string> {
  const taskId = of ?? (await ledger.makeTask(tenantId, amount));
  const reservationId = `res_${taskId}_${round}`;
  const wanted = { tenantId, taskId, reservationId, amount, round };
  const held = await ledger.system((tx) => reserveCredits(tx, wanted));
  expect(held).toEqual({ ok: true, isNew: true });
  return taskId;
}

const close = (taskId: string, outcome: "settle" | "release", amount?: number) =>
  ledger.system((tx) =>
    closeReservation(tx, { taskId, outcome, ...(amount === undefined ? {} : { amount }) }),
  );
const refund = (taskId: string, amount: number, key: string) =>
  ledger.system((tx) => refundCredits(tx, { taskId, amount, key, reason: "test" }));

describe("the ledger", () => {
  it("refuses at commit a posting that is not in balance (C6)", async () => {
    const lopsided = [{ account: "available", kind: "GRANT", amount: 5 }] as const;
    const before = await balances();
    const reason = await reasonOf(
      ledger.system((tx) => post(tx, { tenantId, posting: lopsided, key: "lopsided" })),
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
      expect(await reasonOf(ledger.database.execute(statement))).toMatch(/never change/);
    }
    const asTenant = forTenant(ledger.database, tenantId, (tx) =>
      tx.update(ledgerEntry).set({ amount: 1 }),
    );
    expect(await reasonOf(asTenant)).toMatch(/permission denied/);
  });

  it("holds nothing beyond the balance, and a refusal leaves no trace however often (F99)", async () => {
    const taskId = await ledger.makeTask(tenantId, 5_000);
    const before = await balances();
    const wanted = { tenantId, taskId, reservationId: `res_${taskId}`, amount: 5_000 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ledger.system((tx) => reserveCredits(tx, wanted))),
    );
    for (const answer of answers)
      expect(answer).toEqual({ ok: false, available: before.available });
    expect(await balances()).toEqual(before);
    const rows = await ledger.database.execute(
      sql`select id from reservation where task_id = ${taskId}`,
    );
    expect(rows.rows).toEqual([]);
  });

  it("has a second wall: a balance below zero is refused by the database (F99)", async () => {
    const reason = await reasonOf(
      ledger.system((tx) =>
        tx.insert(ledgerEntry).values([
          {
            id: "w1",
            tenantId,
            postingId: "w",
            account: "available",
            kind: "COMPENSATE",
            amount: -9_000,
          },
          {
            id: "w2",
            tenantId,
            postingId: "w",
            account: "spent",
            kind: "COMPENSATE",
            amount: 9_000,
          },
        ]),
      ),
    );
    expect(reason).toMatch(/ledger_account_check/);
  });

  it("ends a reservation once: of many that settle and release, one does (C6)", async () => {
    const before = await balances();
    const taskId = await reserve(20);
    const closed = await Promise.all(
      (["settle", "release", "settle", "release"] as const).map((outcome) =>
        close(taskId, outcome),
      ),
    );
    expect(closed.filter(Boolean)).toHaveLength(1);
    const after = await balances();
    expect(after.reserved).toBe(before.reserved);
    expect(before.available - after.available).toBe(after.spent - before.spent);
  });

  it("gives back in the same posting what a partial charge leaves (C6)", async () => {
    const before = await balances();
    const taskId = await reserve(50);
    await close(taskId, "settle", 20);
    const after = await balances();
    expect(before.available - after.available).toBe(20);
    const [row] = await ledger.database
      .select({ settled: task.creditsSettled, released: task.creditsReleased })
      .from(task)
      .where(sql`id = ${taskId}`);
    expect(row).toEqual({ settled: 20, released: 30 });
    const postings = await ledger.database.execute(
      sql`select distinct posting_id from ledger_entry where task_id = ${taskId} and kind = 'SETTLE'`,
    );
    expect(postings.rows).toEqual([
      { posting_id: taskPostingKey({ taskId, kind: "SETTLE", seq: 1 }) },
    ]);
  });

  it("holds anew for a new round once the last one was given back, and not before (C1, C6)", async () => {
    const taskId = await reserve(10);
    const early = ledger.system((tx) =>
      reserveCredits(tx, { tenantId, taskId, reservationId: "early", amount: 10, round: 2 }),
    );
    expect(await reasonOf(early)).toMatch(/reservation_one_held/);
    await close(taskId, "release");
    await ledger.database.execute(
      sql`update task set credits_reserved = credits_reserved + 10 where id = ${taskId}`,
    );
    await reserve(10, 2, taskId);
    expect(await close(taskId, "settle")).toBe(true);
  });

  it("closes nothing while the outcome of a step is unknown, and after that it does (F104, C6)", async () => {
    const taskId = await reserve(10);
    const stepId = await ledger.makeStep(taskId, tenantId, "UNKNOWN");
    const before = await balances();
    for (const outcome of ["settle", "release"] as const) {
      expect(await reasonOf(close(taskId, outcome))).toMatch(/outcome of task .* is unknown/);
    }
    expect(await balances()).toEqual(before);
    await ledger.database.execute(sql`update step set state = 'SUCCEEDED' where id = ${stepId}`);
    expect(await close(taskId, "settle")).toBe(true);
  });

  it("names the task and the attempt that earned a charge (I1)", async () => {
    const taskId = await reserve(10);
    const stepId = await ledger.makeStep(taskId, tenantId, "SUCCEEDED");
    await close(taskId, "settle");
    const rows = await ledger.database
      .select({ task: ledgerEntry.taskId, step: ledgerEntry.stepId, attempt: ledgerEntry.attempt })
      .from(ledgerEntry)
      .where(sql`task_id = ${taskId} and kind = 'SETTLE' and account = 'spent'`);
    expect(rows).toEqual([{ task: taskId, step: stepId, attempt: 2 }]);
  });

  it("refunds no more than was charged, and the same refund once (C6, F108)", async () => {
    const taskId = await reserve(30);
    expect(await refund(taskId, 1, "early")).toEqual({
      ok: false,
      because: "too-large",
      refundable: 0,
    });
    await close(taskId, "settle");
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(taskId, 20, "a")));
    expect(answers.filter((answer) => answer.ok && answer.isNew)).toHaveLength(1);
    expect(await refund(taskId, 11, "b")).toEqual({
      ok: false,
      because: "too-large",
      refundable: 10,
    });
    expect(await refund(taskId, 10, "c")).toEqual({ ok: true, isNew: true });
    const beyond = ledger.database.execute(
      sql`update reservation set refunded = refunded + 1 where task_id = ${taskId}`,
    );
    expect(await reasonOf(beyond)).toMatch(/reservation_refunded/);
  });

  it("charges beyond a reservation only what is available, and makes good once (C6)", async () => {
    const taskId = await reserve(5);
    await close(taskId, "settle");
    const before = await balances();
    const wanted = { tenantId, taskId, amount: 7, reason: "test" };
    const both = (direction: "credit" | "charge", amount: number, key: string) =>
      ledger.system((tx) => compensateCredits(tx, { ...wanted, direction, amount, key }));
    expect(await both("charge", before.available + 1, "all")).toEqual({
      ok: false,
      because: "too-few",
      available: before.available,
    });
    expect(await both("charge", 7, "over")).toEqual({ ok: true, isNew: true });
    expect(await both("credit", 9, "fault")).toEqual({ ok: true, isNew: true });
    expect(await both("credit", 9, "fault")).toEqual({ ok: true, isNew: false });
    expect(await both("credit", 8, "fault")).toEqual({ ok: false, because: "other" });
    const after = await balances();
    expect(after.available - before.available).toBe(2);
    expect(after.spent - before.spent).toBe(7);
  });

  it("does nothing for a posting that is there, and refuses its name for another (F102)", async () => {
    const grant = { tenantId, cause: "webhook-1", reason: "purchase", amount: 40 };
    const before = await balances();
    const given = await Promise.all(
      Array.from({ length: 5 }, () => ledger.system((tx) => grantCredits(tx, grant))),
    );
    expect(given.filter(Boolean)).toHaveLength(1);
    expect((await balances()).available - before.available).toBe(40);
    const other = ledger.system((tx) => grantCredits(tx, { ...grant, amount: 41 }));
    expect(await reasonOf(other)).toMatch(/with other amounts/);
  });

  it("fails a repeated entry before it has any effect, even where a conflict is ignored (C6)", async () => {
    const before = await balances();
    const key = `${tenantId}:GRANT:opening`;
    const again = grantPosting(1_000).map(({ account, kind, amount }, index) => ({
      id: `${key}/${index + 1}`,
      line: index + 1,
      tenantId,
      postingId: key,
      account,
      kind,
      amount,
    }));
    const ignored = ledger.system((tx) =>
      tx.insert(ledgerEntry).values(again).onConflictDoNothing(),
    );
    expect(await reasonOf(ignored)).toMatch(/posting .* exists/);
    expect(await balances()).toEqual(before);
  });

  it("lets a closed reservation never be held again, resized or removed (C6)", async () => {
    const taskId = await reserve(10);
    await close(taskId, "release");
    const where = sql`task_id = ${taskId}`;
    for (const change of [
      ledger.database.update(reservation).set({ state: "HELD" }).where(where),
      ledger.database.update(reservation).set({ amount: 11 }).where(where),
      ledger.database.update(reservation).set({ settled: 3 }).where(where),
      ledger.database.delete(reservation).where(where),
    ]) {
      expect(await reasonOf(change)).toMatch(/has ended|never change/);
    }
  });

  it("makes a second reader of the balance wait for the first one's decision (F99)", async () => {
    const order: string[] = [];
    const decide = (name: string) =>
      ledger.system(async (tx) => {
        await lockAvailable(tx, tenantId);
        order.push(`${name} in`);
        await tx.execute(sql`select pg_sleep(0.1)`);
        order.push(`${name} out`);
      });
    await Promise.all([decide("a"), decide("b")]);
    expect(order[0]?.[0]).toBe(order[1]?.[0]);
    expect(order[2]?.[0]).toBe(order[3]?.[0]);
  });
});
