/** `npm run reset`: wipes the local data folder: database, files, queue. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DATA_DIR, giveUp } from "./bootstrap.mjs";

const state = join(DATA_DIR, "running.json");
if (existsSync(state)) {
  const { pid } = JSON.parse(readFileSync(state, "utf8"));
  let alive = true;
  try {
    process.kill(pid, 0);
  } catch {
    alive = false;
  }
  if (alive)
    giveUp(`Cutroom is running (process ${pid}).`, "Stop it first, then run npm run reset again.");
}
rmSync(DATA_DIR, { recursive: true, force: true });
process.stdout.write(`\n  Wiped ${DATA_DIR}. The next npm start begins afresh.\n\n`);
