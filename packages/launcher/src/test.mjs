/**
 * `npm test`: everything a newcomer can run. Layers: unit, stack, browser. Ends with
 * `N passed, N failed`; a skipped test counts as failed, because every test here is required.
 *
 *   npm test                     all layers
 *   npm test -- --project unit   one layer; further arguments go to vitest
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { ROOT, ensureBuilt, ensureInstalled, requireNode } from "./bootstrap.mjs";
import { ensurePrograms } from "./debian.mjs";

const REPORTS = join(ROOT, "test-results");
const LAYERS = ["unit", "stack", "e2e"];

function vitest(layer, args) {
  const report = join(REPORTS, `${layer}.json`);
  return new Promise((resolve) => {
    const child = spawn(
      join(ROOT, "node_modules/.bin/vitest"),
      [
        "run",
        "--project",
        layer,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        "--passWithNoTests=false",
        ...args,
      ],
      {
        cwd: ROOT,
        stdio: ["ignore", "inherit", "inherit"],
        env: { ...process.env, CI: process.env.CI ?? "1" },
      },
    );
    child.on("close", (code) => resolve({ layer, code: code ?? 1, report }));
  });
}

/** A layer that crashed before it could report counts as one failure. */
function tally({ code, report }) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      JSON.parse(readFileSync(report, "utf8"));
    const brokenFiles = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
    const skipped = numPendingTests + numTodoTests;
    const failed = numFailedTests + brokenFiles + skipped;
    return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

requireNode();
process.stdout.write("\n  Cutroom tests\n\n");
await ensureInstalled();
await ensurePrograms();

const args = process.argv.slice(2);
const chosen = args.indexOf("--project");
const layers = chosen >= 0 ? [args[chosen + 1]] : LAYERS;
if (chosen >= 0) args.splice(chosen, 2);
if (layers.some((layer) => layer !== "unit")) await ensureBuilt();

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const sum = { passed: 0, failed: 0 };
for (const layer of layers) {
  const began = Date.now();
  const result = tally(await vitest(layer, args));
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(
    `\n  ${layer}: ${result.passed} passed, ${result.failed} failed in ${seconds} s${result.skipped ? ` (${result.skipped} skipped, which counts as failed)` : ""}\n\n`,
  );
  sum.passed += result.passed;
  sum.failed += result.failed;
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
