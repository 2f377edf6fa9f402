/**
 * `npm run bench`: lists the benchmarks; `npm run -s bench -- NAME` runs one, prints a table
 * and, as its last line, the figures as JSON.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TSX, ensureBuilt, ensureInstalled, giveUp, requireNode } from "./bootstrap.mjs";

const folder = join(ROOT, "e2e/bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.slice(0, -".bench.ts".length))
  .toSorted();
const [name, ...rest] = process.argv.slice(2);

if (name === undefined) {
  process.stdout.write(
    `\n  Benchmarks: ${names.join(", ")}\n  Run one: npm run -s bench -- ${names[0]}\n\n`,
  );
} else if (!names.includes(name)) {
  giveUp(`There is no benchmark called ${name}.`, `Choose one of: ${names.join(", ")}`);
} else {
  requireNode();
  await ensureInstalled();
  await ensureBuilt();
  const child = spawn(process.execPath, [...TSX, join(folder, `${name}.bench.ts`), ...rest], {
    cwd: join(ROOT, "e2e"),
    stdio: "inherit",
  });
  child.on("close", (code) => process.exit(code ?? 1));
}
