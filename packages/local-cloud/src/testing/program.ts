/** The local cloud as a process of its own. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));

const running = new Set<ChildProcess>();
// A test that fails leaves its process behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the program and waits for its line of JSON. */
export async function startProgram(
  dataDir: string,
  options: {
    readonly user?: { uid: number; gid: number } | undefined;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly child: ChildProcess; readonly env: Readonly<Record<string, string>> }> {
  const args = ["--import", "tsx", BIN, "--data-dir", dataDir];
  const child = spawn(process.execPath, args, {
    cwd: dirname(BIN),
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...options.env },
    ...options.user,
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const { env } = JSON.parse(line) as { env?: Record<string, string> };
    if (env === undefined) throw new Error(line);
    return { child, env };
  }
  throw new Error("The program ended without a word.");
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  child.kill(signal);
  await gone;
}
