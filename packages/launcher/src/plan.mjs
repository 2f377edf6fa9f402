/** `npm run -s plan -- machine_capacity_recalc | evidence_retention_cost | aivideo | clip-platform`. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, TSX, ensureInstalled, requireNode } from "./bootstrap.mjs";

requireNode();
await ensureInstalled();
const run = join(ROOT, "e2e/plan/run.ts");
const child = spawn(process.execPath, [...TSX, run, ...process.argv.slice(2)], {
  cwd: join(ROOT, "e2e"),
  stdio: "inherit",
});
child.on("close", (code) => process.exit(code ?? 1));
