/** `npm start`: from a fresh clone to a running Cutroom, in one command. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  DATA_DIR,
  ROOT,
  TSX,
  ensureBuilt,
  ensureInstalled,
  giveUp,
  requireDataFolder,
  requireNode,
  stopRuns,
} from "./bootstrap.mjs";
import { describeRunning, readRunning } from "./running.mjs";

requireNode();
const other = readRunning(DATA_DIR);
if (other !== null) {
  const { message, hint } = describeRunning(other);
  giveUp(message, hint);
}
requireDataFolder(DATA_DIR);

let product;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    // The product shuts itself down in order; this process only waits for it.
    if (product !== undefined) {
      product.kill(signal);
      return;
    }
    stopRuns();
    process.stdout.write("\n\n  Stopped.\n\n");
    process.exit(0);
  });
}

process.stdout.write("\n  Cutroom\n\n");
await ensureInstalled();
await ensureBuilt();

// File descriptor 3 is the leash: the product ends when this process is gone, however it went.
product = spawn(
  process.execPath,
  [
    "--import",
    new URL("leash.mjs", import.meta.url).href,
    ...TSX,
    join(ROOT, "packages/launcher/src/run.ts"),
  ],
  {
    cwd: join(ROOT, "packages/launcher"),
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, CUTROOM_ROOT: ROOT, CUTROOM_DATA_DIR: DATA_DIR },
  },
);
product.on("close", (code) => process.exit(code ?? 1));
