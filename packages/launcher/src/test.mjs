/**
 * `npm test`: everything a newcomer can run. Layers: unit, stack, simulation, browser. Ends with
 * `N passed, N failed`; a skipped test counts as failed, because every test here is required.
 * The simulation mostly waits for locks, so it runs beside the layers before the browser's, and
 * what it prints comes when it has ended.
 *
 *   npm test                     all layers
 *   npm test -- --project unit   one layer; further arguments go to vitest
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { spawn } from "node:child_process";
import { ROOT, ensureBuilt, ensureInstalled, requireNode } from "./bootstrap.mjs";
import { ensurePrograms } from "./debian.mjs";

const REPORTS = join(ROOT, "test-results");
const LAYERS = ["sim", "unit", "stack", "e2e"];
const BESIDE = "sim";

/** Runs one layer; with `isQuiet` what it prints is kept until it has ended. */
function vitest(layer, args, isQuiet) {
  const report = join(REPORTS, `${layer}.json`);
  return new Promise((resolve) => {
    const output = isQuiet ? "pipe" : "inherit";
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
        stdio: ["ignore", output, output],
        env: { ...process.env, CI: process.env.CI ?? "1" },
      },
    );
    const said = [];
    child.stdout?.on("data", (chunk) => said.push(chunk));
    child.stderr?.on("data", (chunk) => said.push(chunk));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve({ code: code ?? 1, report });
    });
  });
}

/** Files that broke, and tests that failed or were skipped, with the first line of the reason. */
function faultsOf(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    if (status === "failed" && assertionResults.length === 0) return [firstLine(file, message)];
    return assertionResults
      .filter((test) => test.status !== "passed")
      .map((test) =>
        firstLine(`${file} > ${test.fullName}`, test.failureMessages?.[0] ?? test.status),
      );
  });
}

const firstLine = (subject, text) => `${subject}\n      ${text.split("\n", 1)[0]}`;

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
    const faults = faultsOf(testResults);
    if (failed > 0 || code === 0) return { passed: numPassedTests, failed, skipped, faults };
    return { passed: numPassedTests, failed: 1, skipped, faults: [`ended with code ${code}`] };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, faults: ["ended without a report"] };
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
const sum = { passed: 0, failed: 0, faults: [] };
async function run(layer, isQuiet = false) {
  const began = Date.now();
  const result = tally(await vitest(layer, args, isQuiet));
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(
    `\n  ${layer}: ${result.passed} passed, ${result.failed} failed in ${seconds} s${result.skipped ? ` (${result.skipped} skipped, which counts as failed)` : ""}\n\n`,
  );
  sum.passed += result.passed;
  sum.failed += result.failed;
  sum.faults.push(...result.faults.map((fault) => `  ${layer}: ${fault}\n`));
}
const beside = layers.includes(BESIDE) ? run(BESIDE, layers.length > 1) : Promise.resolve();
for (const layer of layers) {
  if (layer === "e2e") await beside;
  if (layer !== BESIDE) await run(layer);
}
await beside;
// All layers' faults together, at the end: a log that is cut keeps its last lines.
for (const fault of sum.faults) process.stdout.write(fault);
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
