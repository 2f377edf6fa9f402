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
    killedBy: ["money-follows-task"],
  },
  {
    name: "an expiry releases nothing",
    patches: [inClose(`  if (event === "expire") return;`)],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation releases nothing",
    patches: [inClose(`  if (event === "cancel") return;`)],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a failure is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `outcome: event === "succeed" ?`,
        replace: `outcome: event === "succeed" || event === "fail" ?`,
      },
    ],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a cancellation is charged",
    patches: [
      {
        file: `${USECASES}task/close-task.ts`,
        find: `outcome: event === "succeed" ?`,
        replace: `outcome: event === "succeed" || event === "cancel" ?`,
      },
    ],
    killedBy: ["money-follows-task"],
  },
  {
    name: "a reservation is not posted",
    patches: [],
    function: {
      name: "cutroom_reserve",
      find: "order by at;",
      replace: "where false order by at;",
    },
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
    killedBy: ["reserved-is-held", "one-end-of-money"],
  },
];
