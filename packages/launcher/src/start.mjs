/** `npm start`: from a fresh clone to a running Cutroom, in one command. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DATA_DIR,
  ROOT,
  TSX,
  ensureBuilt,
  ensureInstalled,
  giveUp,
  requireDiskSpace,
  requireNode,
} from "./bootstrap.mjs";

/** The state file of a Cutroom that still runs on this data folder, or null. */
function alreadyRunning() {
  const file = join(DATA_DIR, "running.json");
  if (!existsSync(file)) return null;
  try {
    const state = JSON.parse(readFileSync(file, "utf8"));
    process.kill(state.pid, 0);
    return state;
  } catch {
    return null;
  }
}

requireNode();
const other = alreadyRunning();
if (other) {
  giveUp(
    `Cutroom already runs on this data folder (process ${other.pid}).`,
    `Open ${other.url ?? "the address it printed"}, or stop it first. To run a second one, set CUTROOM_DATA_DIR.`,
  );
}
requireDiskSpace(DATA_DIR);
process.stdout.write("\n  Cutroom\n\n");
await ensureInstalled();
await ensureBuilt();

const child = spawn(process.execPath, [...TSX, join(ROOT, "packages/launcher/src/run.ts")], {
  cwd: join(ROOT, "packages/launcher"),
  stdio: "inherit",
  env: { ...process.env, CUTROOM_ROOT: ROOT, CUTROOM_DATA_DIR: DATA_DIR },
});
// The child shuts everything down in order; this process only waits for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("close", (code) => process.exit(code ?? 1));
