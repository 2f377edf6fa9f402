/** One process of the product that can be killed, stopped, gone on with and started again. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";

export interface PartPlan {
  readonly name: string;
  /** Node when it is not given. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: () => Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Resolves once it serves. */
  readonly isUp: () => Promise<boolean>;
  /** Told the line of JSON that it prints when it is ready. */
  readonly onLine?: (line: string) => void;
}

const START_TIMEOUT_MS = 90_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class Part {
  readonly name: string;
  readonly #plan: PartPlan;
  #child: ChildProcess | null = null;
  #isLetGo = false;
  /** How often it ended although nobody had ended it: each is a bug. */
  crashes = 0;

  constructor(plan: PartPlan) {
    this.name = plan.name;
    this.#plan = plan;
  }

  /** @throws {Error} when it does not serve in time. */
  async start(extra: Readonly<Record<string, string>> = {}): Promise<void> {
    const { name, program, args, cwd, env, logFile, onLine, isUp } = this.#plan;
    const child = spawn(program ?? process.execPath, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env(), ...extra },
    });
    this.#child = child;
    this.#isLetGo = false;
    child.once("close", () => {
      if (this.#isLetGo || this.#child !== child) return;
      this.crashes += 1;
      void this.start(extra).catch(() => undefined);
    });
    const log = createWriteStream(logFile, { flags: "a" });
    child.stderr.pipe(log, { end: false });
    child.stdout.on("data", (chunk: Buffer) => {
      log.write(chunk);
      for (const line of String(chunk).split("\n")) if (line.startsWith("{")) onLine?.(line);
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isUp())) {
      if (Date.now() > deadline) throw new Error(`${name} did not start; its log: ${logFile}`);
      await sleep(100);
    }
  }

  /** As the machine's power would: nothing is said to it first. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    this.#isLetGo = true;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** In order, at the end; gives the exit code, null when a signal ended it. */
  async stop(patienceMs = 10_000): Promise<number | null> {
    const child = this.#child;
    if (child === null) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    this.#isLetGo = true;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    await ended;
    clearTimeout(timer);
    return child.exitCode;
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }
}
