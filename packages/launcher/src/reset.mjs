/** `npm run reset`: wipes the local data folder: database, files, queue. */
import { rmSync } from "node:fs";
import { DATA_DIR, giveUp } from "./bootstrap.mjs";
import { readRunning } from "./running.mjs";

const other = readRunning(DATA_DIR);
if (other !== null) {
  giveUp(
    `Cutroom is running (process ${other.pid}).`,
    "Stop it first, then run npm run reset again.",
  );
}
rmSync(DATA_DIR, { recursive: true, force: true });
process.stdout.write(`\n  Wiped ${DATA_DIR}. The next npm start begins afresh.\n\n`);
