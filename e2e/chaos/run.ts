/** `npm run chaos -- --kills N`: a table for people, then one line of JSON for programs. */
import { parseArgs } from "node:util";
import { printFigures } from "../bench/figures.ts";
import type { Figure } from "../bench/figures.ts";
import { runChaos } from "./chaos.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, people: { type: "string", default: "4" } },
});

const result = await runChaos({
  kills: Number(values.kills),
  people: Number(values.people),
  pauseMs: 3_000,
  patienceMs: 600_000,
  patient: true,
  say: (line) => process.stderr.write(`  ${line}\n`),
});

const none = (id: string, found: readonly string[], unit: string): Figure => {
  for (const what of found) process.stdout.write(`  ${id}: ${what}\n`);
  return { id, value: found.length, unit, target: 0, better: "lower" };
};
const told = (id: string, value: number, unit: string): Figure => ({
  id,
  value,
  unit,
  target: null,
  better: "lower",
});
for (const [name, count] of Object.entries(result.kills)) {
  process.stdout.write(`  ${String(count).padStart(5)}  ${name}\n`);
}
const figures = [
  none("lost", result.lost, "tasks"),
  none("doubled", result.doubled, "tasks"),
  none("drift", result.drift, "breaks"),
  none("slots", result.slots, "sets"),
  none("shared", result.shared, "faults"),
  none("crashed", result.crashed, "parts"),
  told("kills", Number(values.kills), "faults"),
  told("promised", result.promised, "tasks"),
  ...Object.entries(result.ended).map(([state, count]) =>
    told(state.toLowerCase(), count, "tasks"),
  ),
  told("recovery", result.recoveryS, "s"),
  told("duration", result.seconds, "s"),
];
printFigures("chaos", figures);
process.exitCode = figures.every(({ value, target }) => target === null || value <= target) ? 0 : 1;
