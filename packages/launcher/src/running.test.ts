import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { claimRunning, readRunning } from "./running.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-running-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(join(folder, "running.json"), text);

describe("the claim on a data folder", () => {
  it("is seen by others, with what its holder says, until it is released", () => {
    const claim = claimRunning(folder);
    expect(readRunning(folder)).toMatchObject({ pid: process.pid, ready: false });
    claim.update({ ready: true, url: "http://localhost:3000" });
    expect(readRunning(folder)).toMatchObject({ ready: true, url: "http://localhost:3000" });
    expect(() => claimRunning(folder)).toThrow("http://localhost:3000");
    claim.release();
    expect(readRunning(folder)).toBeNull();
  });

  it.each([
    ["a process that is gone", () => JSON.stringify({ pid: deadPid(), birth: "1" })],
    ["another program that got the same pid", () => JSON.stringify({ pid: 1, birth: "-1" })],
    ["half a file", () => '{"pid": 1'],
    ["nothing", () => ""],
  ])("is taken over from %s", (_, text) => {
    write(text());
    expect(readRunning(folder)).toBeNull();
    claimRunning(folder).release();
  });

  it("is taken over from a dead process that nobody has waited for", async () => {
    // The shell becomes a program that never waits for the child it was left with.
    const script = join(folder, "leave-a-child.sh");
    writeFileSync(script, "sleep 0 & echo $!; exec sleep 600");
    const child = spawn("sh", [script]);
    const pid = await new Promise<number>((resolve) =>
      child.stdout.once("data", (chunk) => resolve(Number(chunk))),
    );
    const birth = () => /^\d+ \(.*\) Z (?:\S+ ){18}(\S+)/.exec(statOf(pid))?.[1];
    await vi.waitFor(() => expect(birth()).toBeDefined(), { timeout: 30_000 });
    write(JSON.stringify({ pid, birth: birth() }));
    expect(readRunning(folder)).toBeNull();
    child.kill("SIGKILL");
  });

  it("is given to exactly one of several who come at once", async () => {
    write("left by a killed one");
    const script = `
      import { claimRunning } from "./running.mjs";
      try { claimRunning(process.argv[1]); console.log("mine"); } catch { console.log("not mine"); }
      process.stdin.resume();`;
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    const args = ["--input-type=module", "--eval", script, folder];
    const children = Array.from({ length: 6 }, () => spawn(process.execPath, args, { cwd }));
    const answers = await Promise.all(
      children.map(
        (child) =>
          new Promise<string>((resolve) =>
            child.stdout.once("data", (chunk) => resolve(String(chunk).trim())),
          ),
      ),
    );
    const holder = children[answers.indexOf("mine")];
    expect(answers.filter((answer) => answer === "mine")).toHaveLength(1);
    expect(JSON.parse(readFileSync(join(folder, "running.json"), "utf8")).pid).toBe(holder?.pid);
    for (const child of children) child.kill("SIGKILL");
  });
});

const statOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, "utf8");

function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}
