import { readFile, readdir } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../database.ts";
import { openLedger } from "./ledger.cases.ts";
import type { Ledger } from "./ledger.cases.ts";
import { grantCredits } from "./ledger.ts";
import { findBalanceDrift, verifyLedger } from "./ledger-verify.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

const broken = () => ledger.system(verifyLedger);

/** Who owns the whole server can switch every guard off; the chain tells of it afterwards. */
async function tamper(statement: SQL): Promise<void> {
  await ledger.system(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}

async function tenantWithGrants(grants: number): Promise<string> {
  const tenantId = await ledger.makeTenant(100);
  for (let cause = 0; cause < grants; cause += 1) {
    const grant = { tenantId, amount: 10 + cause, cause: `g${cause}`, reason: "test" };
    await ledger.system((tx) => grantCredits(tx, grant));
  }
  return tenantId;
}

describe("the chain of a tenant's entries", () => {
  it("is whole after honest work, for every tenant (C6)", async () => {
    await tenantWithGrants(3);
    expect(await broken()).toEqual([]);
  });

  it("names the entry that was changed with every guard switched off (C6)", async () => {
    const tenantId = await tenantWithGrants(4);
    const entryId = `${tenantId}:GRANT:g1/2`;
    for (const change of [
      sql`amount = amount + 1`,
      sql`reason = 'gift'`,
      sql`created_at = created_at - interval '1 day'`,
      sql`task_id = 'task_other'`,
    ]) {
      await tamper(sql`update ledger_entry set ${change} where id = ${entryId}`);
      expect(await broken()).toEqual([{ tenantId, seq: 6, entryId, fault: "changed" }]);
      await tamper(sql`update ledger_entry set amount = 11, reason = 'test', task_id = null,
        created_at = (select created_at from ledger_entry where id = ${`${tenantId}:GRANT:g1/1`})
        where id = ${entryId}`);
      expect(await broken()).toEqual([]);
    }
  });

  it("names where an entry was removed, also at the end (C6)", async () => {
    const tenantId = await tenantWithGrants(2);
    const middle = `${tenantId}:GRANT:g0/1`;
    const last = `${tenantId}:GRANT:g1/2`;
    await tamper(sql`delete from ledger_entry where id = ${last}`);
    expect(await broken()).toEqual([
      { tenantId, seq: 6, entryId: null, fault: "missing at the end" },
    ]);
    await tamper(sql`delete from ledger_entry where id = ${middle}`);
    expect(await broken()).toEqual([
      { tenantId, seq: 4, entryId: `${tenantId}:GRANT:g0/2`, fault: "missing before" },
    ]);
    await tamper(sql`delete from ledger_entry where tenant_id = ${tenantId}`);
    await tamper(sql`update ledger_account set chain_seq = 0, balance = 0
      where tenant_id = ${tenantId}`);
    expect(await broken()).toEqual([]);
  });

  it("tells of a balance that is not the sum of its entries, and of what it should be (C6)", async () => {
    const tenantId = await tenantWithGrants(0);
    await tamper(sql`update ledger_account set balance = 250
      where tenant_id = ${tenantId} and kind = 'available'`);
    expect(await ledger.system(findBalanceDrift)).toEqual([
      { tenantId, account: "available", balance: 250, sum: 100 },
    ]);
  });
});

const directory = new URL("../../migrations/", import.meta.url);

describe("the migration that chains the ledger", () => {
  it("chains what was posted before it, and lets older code go on posting (C6)", async () => {
    const { hostname, password, port, username } = new URL(ledger.stored.databaseUrl);
    const name = "ledger_before_the_chain";
    await ledger.database.execute(sql.raw(`create database ${name}`));
    const databaseUrl = `postgres://${username}:${password}@${hostname}:${port}/${name}`;
    const pool = openPool({ ...ledger.stored, databaseUrl, maxConnections: 1 });
    try {
      const files = (await readdir(directory)).toSorted((a, b) => a.localeCompare(b, "en"));
      const run = async (names: readonly string[]) => {
        for (const file of names)
          await pool.query(await readFile(new URL(file, directory), "utf8"));
      };
      const chain = files.indexOf("0009_ledger_chain.sql");
      await run(files.slice(0, chain));
      await pool.query(`
        insert into tenant (id, name, created_at) values ('t', 'T', '2026-01-31');
        insert into ledger_account (tenant_id, kind) select 't', unnest(enum_range(null::ledger_account_kind));
        insert into ledger_entry (id, tenant_id, posting_id, account, kind, amount) values
          ('e1', 't', 'p1', 'granted', 'GRANT', -50), ('e2', 't', 'p1', 'available', 'GRANT', 50);
        insert into task (id, tenant_id, user_id, scene, plan) values ('task', 't', 'u', 'export', '{}');
        insert into reservation (id, tenant_id, task_id, amount) values ('r', 't', 'task', 20);
        insert into ledger_entry (id, tenant_id, posting_id, account, kind, amount, reservation_id) values
          ('e3', 't', 'p2', 'available', 'RESERVE', -20, 'r'), ('e4', 't', 'p2', 'reserved', 'RESERVE', 20, 'r');`);
      await pool.query(`
        insert into tenant (id, name, created_at)
        select 'opened-' || days, 'T', now() - make_interval(days => days) from generate_series(0, 1500) as days`);
      await run(files.slice(chain));
      await pool.query(`
        update reservation set state = 'SETTLED', settled = amount, closed_at = now() where id = 'r';
        insert into ledger_entry (id, tenant_id, posting_id, account, kind, amount, reservation_id, closes) values
          ('e5', 't', 'p3', 'reserved', 'SETTLE', -20, 'r', true), ('e6', 't', 'p3', 'spent', 'SETTLE', 20, 'r', false);`);
      const entries = await pool.query(
        "select id, seq, line, balance_after, task_id, closes from ledger_entry order by seq",
      );
      expect(entries.rows.map((row) => Object.values(row).join(" "))).toEqual([
        "e1 1 1 -50  false",
        "e2 2 2 50  false",
        "e3 3 1 30 task false",
        "e4 4 2 20 task false",
        "e5 5 1 0 task true",
        "e6 6 2 20 task false",
      ]);
      const faults = await pool.query("select * from verify_ledger('t')");
      expect(faults.rows).toEqual([]);
      // Every day of the last four years, so that some month ends early for each.
      const early = await pool.query(`
        select id, created_at, credits_renew_at from tenant
         where credits_renew_at <= now() or not credits_renew_at = any (
           select created_at + make_interval(months => n) from generate_series(1, 60) as n
            where n = 1 or created_at + make_interval(months => n - 1) <= now())`);
      expect(early.rows).toEqual([]);
    } finally {
      await pool.end();
      await ledger.database.execute(sql.raw(`drop database ${name} with (force)`));
    }
  });
});
