/** `npm run chaos -- --kills N`: hard faults on real processes under load, then the books. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, TSX, ensureBuilt, ensureInstalled, requireNode } from "./bootstrap.mjs";
import { ensurePrograms } from "./debian.mjs";

requireNode();
await ensureInstalled();
await ensurePrograms();
await ensureBuilt();
const run = join(ROOT, "e2e/chaos/run.ts");
const child = spawn(process.execPath, [...TSX, run, ...process.argv.slice(2)], {
  cwd: join(ROOT, "e2e"),
  stdio: "inherit",
});
child.on("close", (code) => process.exit(code ?? 1));
