/** What the ledger's tests share: a database, tenants with credits, tasks to hold them for. */
import { testDatabase } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import { WebSocket } from "ws";
import { asSystem, createDatabase } from "../database.ts";
import type { Transaction } from "../database.ts";
import { step, task, tenant } from "../schema/index.ts";
import { grantCredits, openAccounts, readBalances } from "./ledger.ts";
import { findBalanceDrift, verifyLedger } from "./ledger-verify.ts";

export async function openLedger(maxConnections = 10) {
  const stored = await testDatabase();
  const opened = createDatabase({ ...stored, webSocket: WebSocket, maxConnections });
  const { database } = opened;
  let count = 0;
  const nextId = (prefix: string) => `${prefix}_${(count += 1)}`;
  const system = <T>(work: (tx: Transaction) => Promise<T>) => asSystem(database, work);
  return {
    stored,
    database,
    system,
    nextId,
    makeTenant: async (credits: number): Promise<string> => {
      const tenantId = nextId("tenant");
      await system(async (tx) => {
        await tx.insert(tenant).values({ id: tenantId, name: "Money" });
        await openAccounts(tx, tenantId);
        await grantCredits(tx, { tenantId, amount: credits, cause: "opening", reason: "plan" });
      });
      return tenantId;
    },
    makeTask: async (tenantId: string, amount: number): Promise<string> => {
      const taskId = nextId("task");
      const scene = "export" as const;
      const row = { id: taskId, tenantId, userId: "u", scene, plan: {} as never };
      await system((tx) => tx.insert(task).values({ ...row, creditsReserved: amount }));
      return taskId;
    },
    makeStep: async (
      taskId: string,
      tenantId: string,
      state: "UNKNOWN" | "RUNNING" | "SUCCEEDED",
    ): Promise<string> => {
      const id = nextId("step");
      const row = { id, tenantId, taskId, kind: "export" as const, inputDigest: id, attempt: 2 };
      await system((tx) => tx.insert(step).values({ ...row, state }));
      return id;
    },
    balances: (tenantId: string) => system((tx) => readBalances(tx, tenantId)),
    /** What must hold of every ledger at every moment, as one list of faults. */
    faults: async (): Promise<readonly unknown[]> => {
      const unbalanced = await database.execute(
        sql`select posting_id from ledger_entry group by 1 having sum(amount) <> 0`,
      );
      const negative = await database.execute(
        sql`select tenant_id, kind from ledger_account where kind <> 'granted' and balance < 0`,
      );
      const running = await database.execute(sql`
        select id from (select id, balance_after, sum(amount) over
                 (partition by tenant_id, account order by seq) as running from ledger_entry) as e
         where balance_after <> running`);
      const held = await database.execute(sql`
        select account.tenant_id from ledger_account account
         where account.kind = 'reserved' and account.balance <> (
           select coalesce(sum(amount), 0) from reservation
            where reservation.tenant_id = account.tenant_id and state = 'HELD')`);
      const ends = await database.execute(sql`
        select reservation_id from ledger_entry where kind in ('SETTLE', 'RELEASE')
         group by 1 having count(distinct posting_id) > 1`);
      const refunds = await database.execute(sql`
        select id from reservation where refunded > settled or refunded <> (
          select coalesce(sum(amount), 0) from ledger_entry entry
           where entry.reservation_id = reservation.id and entry.kind = 'REFUND'
             and entry.account = 'available')`);
      const broken = await system(verifyLedger);
      const drift = await system(findBalanceDrift);
      return [unbalanced, negative, running, held, ends, refunds]
        .flatMap((result): unknown[] => result.rows)
        .concat(broken, drift);
    },
    close: async () => {
      await opened.close();
      await stored.drop();
    },
  };
}
export type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** What the driver hides behind "Failed query". */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return String(cause ?? error);
  }
}
