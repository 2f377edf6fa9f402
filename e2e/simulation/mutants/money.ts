/** Defects of money (C6). */
import type { Patch } from "../bundle.ts";
import { QUERIES, USECASES } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const inClose = (replace: string): Patch => ({
  file: `${USECASES}task/close-task.ts`,
  find: `  await closeReservation(tx, {`,
  replace: `${replace}\n  await closeReservation(tx, {`,
});

export const MONEY: readonly Mutant[] = [
  {
    name: "a failure releases nothing",
    patches: [inClose(`  if (event === "fail") return;`)],
    seed: 0,
    killedBy: ["money-follows-task"],
  },
  {
    name: "an expiry releases nothing",
    patches: [inClose(`  if (event === "expire") return;`)],
    seed: 21,
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation releases nothing",
    patches: [inClose(`  if (event === "cancel") return;`)],
    seed: 1,
    killedBy: ["money-follows-task"],
  },
  {
    name: "a failure is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `const settles = event === "succeed" ||`,
        replace: `const settles = event === "succeed" || event === "fail" ||`,
      },
    ],
    seed: 0,
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `const settles = event === "succeed" ||`,
        replace: `const settles = event === "succeed" || event === "cancel" ||`,
      },
    ],
    seed: 1,
    killedBy: ["money-follows-task"],
  },
  {
    name: "a reservation is not posted",
    patches: [],
    function: {
      name: "cutroom_write_reservation",
      find: "order by at;",
      replace: "where false order by at;",
    },
    seed: 0,
    killedBy: ["reserved-is-held"],
  },
  {
    name: "the end of a reservation is not posted",
    patches: [
      {
        file: `${QUERIES}ledger-reservation.ts`,
        find: `  if (row === undefined) return false;`,
        replace: `  if (row !== undefined) return true;\n  if (row === undefined) return false;`,
      },
    ],
    seed: 0,
    killedBy: ["reserved-is-held", "one-end-of-money"],
  },
  {
    name: "a balance is read in two goes",
    patches: [
      {
        file: `${QUERIES}ledger.ts`,
        find: `  const rows = await tx.select().from(ledgerAccount).where(eq(ledgerAccount.tenantId, tenantId));`,
        replace: `  const of = (kind: "available" | "reserved") =>
    tx.select().from(ledgerAccount).where(and(eq(ledgerAccount.tenantId, tenantId), eq(ledgerAccount.kind, kind)));
  const rows = [...(await of("available")), ...(await of("reserved"))];`,
      },
    ],
    seed: 54,
    killedBy: ["balances-have-an-order"],
  },
];
