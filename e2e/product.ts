/** The whole product as a newcomer starts it, on a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const START = fileURLToPath(new URL("../packages/launcher/src/start.mjs", import.meta.url));
const START_TIMEOUT_MS = 480_000;
const STOP_TIMEOUT_MS = 30_000;

export interface Product {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly dataDir: string;
  /** From the command to the printed URL. */
  readonly startMs: number;
  /** All that it has printed so far. */
  said(): string;
  /** Ends it in order; the data stays when `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

interface Running {
  readonly pid: number;
  readonly ready: boolean;
  readonly WEB_URL?: string;
  readonly API_URL?: string;
}

/** What the running product says of itself; a killed one's last words do not count. */
function readState(dataDir: string): Running | null {
  try {
    const state: Running = JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8"));
    process.kill(state.pid, 0);
    return state;
  } catch {
    return null;
  }
}

async function untilReady(
  child: ChildProcess,
  dataDir: string,
  output: () => string,
): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const state = readState(dataDir);
    if (state?.ready) return state;
    if (child.exitCode !== null) throw new Error(`npm start ended early:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`npm start was not ready in time:\n${output()}`);
}

/**
 * Starts the product with `npm start`'s own script.
 * @throws {Error} with all that it printed, when it does not get ready.
 */
export async function startProduct(
  options: {
    readonly dataDir?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "cutroom-e2e-"));
  const began = Date.now();
  const child = spawn(process.execPath, [START], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env, CUTROOM_DATA_DIR: dataDir },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const state = await untilReady(child, dataDir, () => output);
  return {
    webUrl: state.WEB_URL ?? "",
    apiUrl: state.API_URL ?? "",
    dataDir,
    startMs: Date.now() - began,
    said: () => output,
    async stop({ keepData = false } = {}) {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      if (child.exitCode === null) await ended;
      clearTimeout(timer);
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
