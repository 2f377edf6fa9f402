import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openLedger, reasonOf } from "./ledger.cases.ts";
import type { Ledger } from "./ledger.cases.ts";
import { digestHeads, verifyAndAnchor } from "./ledger-heads.ts";
import type { LedgerScope } from "./ledger-heads.ts";
import { grantCredits } from "./ledger.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

const verify = (scope: LedgerScope) => ledger.system((tx) => verifyAndAnchor(tx, scope));
const digest = () => ledger.system(digestHeads);

async function grant(tenantId: string, ...causes: readonly string[]): Promise<void> {
  for (const cause of causes) {
    await ledger.system((tx) => grantCredits(tx, { tenantId, amount: 10, cause, reason: "test" }));
  }
}

async function headsOf(tenantId: string): Promise<readonly number[]> {
  const result = await ledger.database.execute<{ seq: string }>(
    sql`select seq from ledger_head where tenant_id = ${tenantId} order by seq`,
  );
  return result.rows.map(({ seq }) => Number(seq));
}

/** Who owns the whole server can switch every guard off. */
async function tamper(...statements: readonly SQL[]): Promise<void> {
  await ledger.system(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });
}

/** Writes every hash of a chain anew after a change, as whoever knows the rule would. */
async function rehash(tenantId: string): Promise<void> {
  const entries = await ledger.database.execute<{ id: string }>(
    sql`select id from ledger_entry where tenant_id = ${tenantId} order by seq`,
  );
  await tamper(
    ...entries.rows.map(
      ({ id }) => sql`
        update ledger_entry entry set hash = cutroom_entry_hash(coalesce(
          (select hash from ledger_entry before where before.tenant_id = entry.tenant_id
              and before.seq = entry.seq - 1), decode(repeat('00', 32), 'hex')), entry)
         where id = ${id}`,
    ),
    sql`update ledger_account account set chain_hash = (
          select hash from ledger_entry entry where entry.tenant_id = account.tenant_id
             and entry.seq = account.chain_seq)
         where tenant_id = ${tenantId} and kind = 'available'`,
  );
}

describe("the heads of the ledger's chains", () => {
  it("are anchored once for what grew, and cannot be changed or removed (C6)", async () => {
    const tenantId = await ledger.makeTenant(100);
    expect(await verify("grown")).toEqual([]);
    expect(await verify("grown")).toEqual([]);
    expect(await headsOf(tenantId)).toEqual([2]);
    await grant(tenantId, "a", "b");
    expect(await verify("grown")).toEqual([]);
    expect(await headsOf(tenantId)).toEqual([2, 6]);
    for (const change of [sql`update ledger_head set seq = 3`, sql`delete from ledger_head`]) {
      expect(await reasonOf(ledger.system((tx) => tx.execute(change)))).not.toBe("no error");
    }
  });

  it("find at the next look what was changed after the last head, and anchor none of it (C6)", async () => {
    const tenantId = await ledger.makeTenant(100);
    await verify("grown");
    await grant(tenantId, "a", "b");
    await tamper(
      sql`update ledger_entry set amount = amount + 1 where tenant_id = ${tenantId} and seq = 4`,
    );
    expect(await verify("grown")).toEqual([
      { tenantId, seq: 4, entryId: `${tenantId}:GRANT:a/2`, fault: "changed" },
    ]);
    expect(await headsOf(tenantId)).toEqual([2]);
    await tamper(
      sql`update ledger_entry set amount = amount - 1 where tenant_id = ${tenantId} and seq = 4`,
    );
    expect(await verify("grown")).toEqual([]);
  });

  it("tell of a chain that was rewritten with all its hashes, which the chain alone cannot (C6)", async () => {
    const tenantId = await ledger.makeTenant(100);
    await grant(tenantId, "a", "b");
    await verify("grown");
    await grant(tenantId, "c");
    const before = await digest();
    const lift = sql`update ledger_entry set reason = 'gift' where tenant_id = ${tenantId} and seq = 3`;
    await tamper(lift);
    await rehash(tenantId);
    const chainAlone = await ledger.database.execute(sql`select * from verify_ledger(${tenantId})`);
    expect(chainAlone.rows).toEqual([]);
    const fault = { tenantId, seq: 6, entryId: `${tenantId}:GRANT:b/2` };
    expect(await verify("grown")).toEqual([{ ...fault, fault: "differs from its head" }]);
    expect(await verify("whole")).toEqual([{ ...fault, fault: "differs from its head" }]);
    // Rewriting the head as well leaves the number that the log has.
    await tamper(
      sql`update ledger_head head set hash = entry.hash from ledger_entry entry
           where head.tenant_id = ${tenantId} and entry.tenant_id = ${tenantId}
             and entry.seq = head.seq`,
    );
    expect(await verify("grown")).toEqual([]);
    expect((await digest()).digest).not.toBe(before.digest);
  });

  it("let only a whole reading find what was changed before a head and kept its hash (C6)", async () => {
    const tenantId = await ledger.makeTenant(100);
    await grant(tenantId, "a");
    await verify("grown");
    const spoil = (reason: string) =>
      tamper(
        sql`update ledger_entry set reason = ${reason} where tenant_id = ${tenantId} and seq = 3`,
      );
    await spoil("gift");
    expect(await verify("grown")).toEqual([]);
    const entryId = `${tenantId}:GRANT:a/1`;
    expect(await verify("whole")).toEqual([{ tenantId, seq: 3, entryId, fault: "changed" }]);
    await spoil("test");
    expect(await verify("whole")).toEqual([]);
  });
});
