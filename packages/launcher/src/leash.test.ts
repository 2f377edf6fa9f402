import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choosePort } from "./ports.ts";

/** An app that answers its pid, on `/work` after a worker thread has run and ended. */
const APP = `
import { createServer } from "node:http";
import { Worker } from "node:worker_threads";
createServer((request, response) => {
  const answer = () => response.end(String(process.pid));
  if (request.url === "/work") new Worker(new URL("worker.mjs", import.meta.url)).once("exit", answer);
  else answer();
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

/** A launcher: one app under the real supervisor. Says so when it runs, and waits. */
const LAUNCHER = `
import { Supervisor } from "./supervise.ts";
const [folder, port] = process.argv.slice(1);
const url = "http://127.0.0.1:" + port + "/";
await new Supervisor(folder).start({
  name: "app", args: [folder + "/app.mjs"], cwd: folder, env: { PORT: port }, healthUrl: url,
});
console.log("running");
setInterval(() => {}, 60_000);
`;

let folder: string;
let launcher: ChildProcess;
let url: string;
let said = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-leash-"));
  writeFileSync(join(folder, "app.mjs"), APP);
  // A file: only then does the thread load the preloads of its process, as real ones do.
  writeFileSync(join(folder, "worker.mjs"), "export {};");
  const port = await choosePort("PORT", undefined, 20_000 + (process.pid % 10_000));
  url = `http://127.0.0.1:${port}/`;
  launcher = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", LAUNCHER, folder, String(port)],
    {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  said = "";
  launcher.stderr?.on("data", (chunk) => (said += chunk));
  const { stdout } = launcher;
  if (stdout === null) throw new Error("the launcher has no output");
  for await (const line of createInterface({ input: stdout })) if (line === "running") break;
});
afterEach(async () => {
  launcher.kill("SIGKILL");
  await appIsGone();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string): Promise<number> =>
  Number(await (await fetch(new URL(path, url))).text());

function appIsGone(): Promise<void> {
  return vi.waitFor(() => expect(fetch(url)).rejects.toThrow("fetch failed"), {
    timeout: 20_000,
    interval: 50,
  });
}

describe("the leash of an app", () => {
  it("is not let go of by worker threads that end", async () => {
    const pid = await ask("/");
    for (let turn = 0; turn < 5; turn++) expect(await ask("/work")).toBe(pid);
    expect(await ask("/")).toBe(pid);
    expect(said).toBe("");
  });

  it("ends the app when the launcher is killed hard", async () => {
    expect(await ask("/")).toBeGreaterThan(0);
    launcher.kill("SIGKILL");
    await appIsGone();
  });
});
