/**
 * `npm run sim -- --seeds N [--seed S] [--replay PATH]`: seeds of the simulation; `-- --mutants`
 * judges the planted defects. See `e2e/simulation/README.md`.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, TSX, ensureInstalled, requireNode } from "./bootstrap.mjs";

requireNode();
await ensureInstalled();
const run = join(ROOT, "e2e/simulation/run.ts");
const child = spawn(process.execPath, [...TSX, run, ...process.argv.slice(2)], {
  cwd: join(ROOT, "e2e"),
  stdio: "inherit",
});
child.on("close", (code) => process.exit(code ?? 1));
