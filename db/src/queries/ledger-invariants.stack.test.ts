/**
 * The invariants of a ledger, on a real Postgres, by parallel sessions in any order: sums are
 * zero, balances are projections, nothing is held below zero, a reservation has one end, refunds
 * stay within the charge, repeats have no effect.
 */
import { MAX_RESERVATION_CREDITS } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLedger, reasonOf } from "./ledger.cases.ts";
import type { Ledger } from "./ledger.cases.ts";
import { grantCredits } from "./ledger.ts";
import { compensateCredits, refundCredits } from "./ledger-correct.ts";
import { closeReservation, reserveCredits } from "./ledger-reservation.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger(16);
});
afterAll(() => ledger.close());

const TASKS = 4;
const amount = fc.integer({ min: 0, max: 120 });
const which = fc.nat(TASKS - 1);
const name = fc.nat(2);
const move = fc.oneof(
  fc.record({ do: fc.constant("reserve" as const), task: which, amount }),
  fc.record({ do: fc.constant("settle" as const), task: which }),
  fc.record({ do: fc.constant("settle-part" as const), task: which, amount }),
  fc.record({ do: fc.constant("release" as const), task: which }),
  fc.record({ do: fc.constant("refund" as const), task: which, amount, name }),
  fc.record({ do: fc.constant("credit" as const), task: which, amount, name }),
  fc.record({ do: fc.constant("charge" as const), task: which, amount, name }),
  fc.record({ do: fc.constant("renew" as const), amount, name }),
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** Refusals by the database are as good as refusals by code: nothing may have changed. */
const REFUSALS = /cannot settle|with other amounts|reservation_check/;

async function play(tenantId: string, tasks: readonly string[], wanted: Move): Promise<void> {
  const { system } = ledger;
  if (wanted.do === "renew") {
    const grant = { tenantId, amount: wanted.amount, cause: `m${wanted.name}`, reason: "plan" };
    await system((tx) => grantCredits(tx, grant));
    return;
  }
  const taskId = tasks[wanted.task] ?? "";
  const reservationId = `res_${taskId}`;
  const key = "name" in wanted ? `k${wanted.name}` : "";
  switch (wanted.do) {
    case "reserve": {
      const held = { tenantId, taskId, reservationId, amount: wanted.amount };
      await system((tx) => reserveCredits(tx, held));
      return;
    }
    case "settle":
    case "release": {
      const outcome = wanted.do;
      await system((tx) => closeReservation(tx, { taskId, outcome }));
      return;
    }
    case "settle-part": {
      const close = { taskId, outcome: "settle" as const, amount: wanted.amount };
      await system((tx) => closeReservation(tx, close));
      return;
    }
    case "refund": {
      const refund = { taskId, amount: wanted.amount, key, reason: "test" };
      await system((tx) => refundCredits(tx, refund));
      return;
    }
    case "credit":
    case "charge": {
      const base = { tenantId, taskId, amount: wanted.amount, key, reason: "test" };
      const direction = wanted.do;
      await system((tx) => compensateCredits(tx, { ...base, direction }));
    }
  }
}

describe("the ledger under parallel sessions", () => {
  it("keeps every invariant whatever is asked, by whom and in what order (C6, F99, F100)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move, { minLength: 1, maxLength: 10 }), { minLength: 2, maxLength: 6 }),
        async (sessions) => {
          const tenantId = await ledger.makeTenant(200);
          const tasks = await Promise.all(
            Array.from({ length: TASKS }, () => ledger.makeTask(tenantId, 120)),
          );
          const session = async (moves: readonly Move[]) => {
            for (const wanted of moves) {
              const reason = await reasonOf(play(tenantId, tasks, wanted));
              if (reason !== "no error" && !REFUSALS.test(reason)) throw new Error(reason);
            }
          };
          await Promise.all(sessions.map(session));
          expect(await ledger.faults()).toEqual([]);
          const before = await ledger.balances(tenantId);
          const total = Object.values(before).reduce((sum, balance) => sum + balance, 0);
          expect(total).toBe(0);
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it("posts one of 64 duplicates at once, whatever is duplicated (C6, F102)", async () => {
    const tenantId = await ledger.makeTenant(1_000);
    const taskId = await ledger.makeTask(tenantId, 100);
    const steps: readonly (readonly [Move, number])[] = [
      [{ do: "renew", amount: 50, name: 0 }, 2],
      [{ do: "reserve", task: 0, amount: 100 }, 2],
      [{ do: "settle-part", task: 0, amount: 60 }, 4],
      [{ do: "refund", task: 0, amount: 30, name: 0 }, 2],
      [{ do: "credit", task: 0, amount: 5, name: 0 }, 2],
      [{ do: "charge", task: 0, amount: 5, name: 1 }, 2],
    ];
    const entries = async () => {
      const counted = await ledger.database.execute<{ count: string }>(
        sql`select count(*) from ledger_entry where tenant_id = ${tenantId}`,
      );
      return Number(counted.rows[0]?.count);
    };
    for (const [wanted, lines] of steps) {
      const before = await entries();
      await Promise.all(Array.from({ length: 64 }, () => play(tenantId, [taskId], wanted)));
      expect([wanted.do, (await entries()) - before]).toEqual([wanted.do, lines]);
    }
    expect(await ledger.balances(tenantId)).toEqual({
      granted: -1_055,
      available: 1_020,
      reserved: 0,
      spent: 35,
    });
    expect(await ledger.faults()).toEqual([]);
  });

  it("is exact after 500 postings to one account by parallel sessions (F100)", async () => {
    const tenantId = await ledger.makeTenant(0);
    const grants = Array.from({ length: 500 }, (_, index) => ({
      tenantId,
      amount: index + 1,
      cause: `hot-${index}`,
      reason: "test",
    }));
    await Promise.all(grants.map((grant) => ledger.system((tx) => grantCredits(tx, grant))));
    const { available } = await ledger.balances(tenantId);
    expect(available).toBe((500 * 501) / 2);
    expect(await ledger.faults()).toEqual([]);
  });

  it("spends a balance to exactly zero under parallel reservations (F99)", async () => {
    const tenantId = await ledger.makeTenant(10);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const taskId = await ledger.makeTask(tenantId, 10);
        const held = { tenantId, taskId, reservationId: `res_${taskId}`, amount: 10 };
        return ledger.system((tx) => reserveCredits(tx, held));
      }),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.available === 0)).toHaveLength(9);
    expect(await ledger.balances(tenantId)).toMatchObject({ available: 0, reserved: 10 });
  });

  it("never deadlocks while one tenant reserves, settles and renews at once (C6)", async () => {
    const tenantId = await ledger.makeTenant(100_000);
    const tasks = await Promise.all(
      Array.from({ length: 20 }, () => ledger.makeTask(tenantId, 10)),
    );
    const work = tasks.flatMap((taskId, index): Promise<unknown>[] => [
      play(tenantId, [taskId], { do: "reserve", task: 0, amount: 10 }).then(() =>
        play(tenantId, [taskId], { do: index % 2 === 0 ? "settle" : "release", task: 0 }),
      ),
      play(tenantId, [taskId], { do: "renew", amount: 1, name: index }),
      play(tenantId, [taskId], { do: "charge", task: 0, amount: 1, name: 0 }),
    ]);
    await Promise.all(work);
    expect(await ledger.balances(tenantId)).toEqual({
      granted: -100_020,
      available: 99_900,
      reserved: 0,
      spent: 120,
    });
  });

  it("is exact beyond 32 bits, and refuses what it could not hold exactly (C6)", async () => {
    const tenantId = await ledger.makeTenant(5_000_000_000);
    const taskId = await ledger.makeTask(tenantId, MAX_RESERVATION_CREDITS);
    const wanted = { tenantId, taskId, reservationId: "res_big", amount: MAX_RESERVATION_CREDITS };
    await ledger.system((tx) => reserveCredits(tx, wanted));
    expect(await ledger.balances(tenantId)).toMatchObject({
      available: 5_000_000_000 - MAX_RESERVATION_CREDITS,
      reserved: MAX_RESERVATION_CREDITS,
    });
    const larger = { ...wanted, reservationId: "res_larger", amount: MAX_RESERVATION_CREDITS + 1 };
    expect(await reasonOf(ledger.system((tx) => reserveCredits(tx, larger)))).toMatch(/at most/);
    const grant = { tenantId, cause: "huge", reason: "test", amount: Number.MAX_SAFE_INTEGER };
    const reason = await reasonOf(ledger.system((tx) => grantCredits(tx, grant)));
    expect(reason).toMatch(/ledger_account_exact/);
    expect(await ledger.faults()).toEqual([]);
  });
});
