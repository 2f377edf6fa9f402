/** How long the second `npm start` takes, from the command to the printed URL. */
import { startProduct } from "../product.ts";
import { median, printFigures } from "./figures.ts";

const RUNS = 3;

const first = await startProduct();
await first.stop({ keepData: true });
const times: number[] = [];
for (let run = 1; run <= RUNS; run++) {
  const again = await startProduct({ dataDir: first.dataDir });
  times.push(again.startMs / 1000);
  process.stdout.write(`  second start, run ${run}: ${(again.startMs / 1000).toFixed(2)} s\n`);
  await again.stop({ keepData: run < RUNS });
}

printFigures("start", [
  {
    id: "first_start_built",
    value: first.startMs / 1000,
    unit: "s",
    target: null,
    better: "lower",
  },
  { id: "second_start_median", value: median(times), unit: "s", target: 10, better: "lower" },
  { id: "second_start_worst", value: Math.max(...times), unit: "s", target: 10, better: "lower" },
]);
