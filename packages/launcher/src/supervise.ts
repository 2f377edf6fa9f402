/** Runs the apps as child processes: logs to files, restarts after a crash, stops in order. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { appendToLog } from "./log-file.ts";

export interface App {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 once the app serves. */
  readonly healthUrl: string;
}

/** The apps were told to end while one was still starting. */
export class SupervisorStopped extends Error {}

/** Ends an app whose launcher was killed. */
const LEASH = ["--import", fileURLToPath(new URL("leash.mjs", import.meta.url))];
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const MAX_CRASHES_IN_A_ROW = 5;

function tail(file: string): string {
  try {
    return readFileSync(file, "utf8").split("\n").slice(-15).join("\n");
  } catch {
    return "(it has printed nothing)";
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (
      (await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" })).status < 500
    );
  } catch {
    return false;
  }
}

export class Supervisor {
  readonly #children = new Map<string, ChildProcess>();
  readonly #logDir: string;
  #stopping = false;

  constructor(dataDir: string) {
    this.#logDir = join(dataDir, "logs");
    mkdirSync(this.#logDir, { recursive: true });
  }

  /**
   * Starts an app and resolves when it answers.
   * @throws {Error} with the end of its log when it does not within a minute.
   */
  async start(app: App): Promise<void> {
    this.#spawn(app, 0);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(app.healthUrl))) {
      if (this.#stopping) throw new SupervisorStopped();
      const child = this.#children.get(app.name);
      const exited = child?.exitCode !== null || child.signalCode !== null;
      if (exited || Date.now() > deadline) {
        throw new Error(
          `${app.name} did not start. The end of its log:\n\n${tail(this.#logFile(app))}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ends the apps, last started first; a deaf one is killed after ten seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of [...this.#children.values()].toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    }
  }

  #logFile(app: App): string {
    return join(this.#logDir, `${app.name}.log`);
  }

  #spawn(app: App, crashes: number): void {
    if (this.#stopping) throw new SupervisorStopped();
    const log = this.#logFile(app);
    if (crashes === 0) rmSync(log, { force: true });
    // Detached: Ctrl-C must reach the launcher alone, which then stops the apps in order.
    const child = spawn(process.execPath, [...LEASH, ...app.args], {
      cwd: app.cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...app.env,
      },
    });
    child.stdout?.on("data", (chunk: Buffer) => appendToLog(log, chunk));
    child.stderr?.on("data", (chunk: Buffer) => appendToLog(log, chunk));
    this.#children.set(app.name, child);
    const bornMs = Date.now();
    child.once("close", (code) => {
      if (this.#stopping) return;
      const inARow = Date.now() - bornMs > 30_000 ? 1 : crashes + 1;
      process.stderr.write(`  ${app.name} ended with code ${code}; log: ${log}\n`);
      if (inARow <= MAX_CRASHES_IN_A_ROW)
        setTimeout(() => !this.#stopping && this.#spawn(app, inARow), 500 * inARow);
    });
  }
}
