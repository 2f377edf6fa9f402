/** `npm run verify`: the quick gates (format, lint, types, boundaries ...) and unit tests; no services. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT, ensureInstalled, requireNode } from "./bootstrap.mjs";

requireNode();
await ensureInstalled();
const child = spawn(
  join(ROOT, "node_modules/.bin/vitest"),
  ["run", "--project", "unit", ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: "inherit",
  },
);
child.on("close", (code) => process.exit(code ?? 1));
