import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-bootstrap-"));
  // Others may pass: one test is somebody else.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script that imports bootstrap.mjs, as a user who need not be this one. */
function bootstrap(script: string, options: { env?: object; uid?: number } = {}) {
  const done = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: here("."),
    encoding: "utf8",
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  return { code: done.status, said: done.stderr };
}

const requireFolder = (path: string) =>
  `import { requireDataFolder } from "./bootstrap.mjs"; requireDataFolder(${JSON.stringify(path)});`;

describe("what has to hold before npm start begins", () => {
  it("a Node that is too old is told which is needed", () => {
    const old = `Object.defineProperty(process, "versions", { value: { node: "20.18.3" } });`;
    for (const command of ["start.mjs", "test.mjs", "verify.mjs"]) {
      const { code, said } = bootstrap(`${old} await import("./${command}");`);
      expect(code).toBe(1);
      expect(said).toContain("needs Node 20.19 or newer; this is 20.18.3");
    }
  });

  it("a data folder that is a file is refused by name", () => {
    const path = join(folder, "file");
    writeFileSync(path, "");
    for (const wanted of [path, join(path, "below")]) {
      const { code, said } = bootstrap(requireFolder(wanted));
      expect(code).toBe(1);
      expect(said).toContain(`The data folder ${wanted} is not a folder.`);
      expect(said).toContain("CUTROOM_DATA_DIR");
    }
  });

  it("a data folder of another user is refused by name", () => {
    // Root may write everywhere, so root becomes somebody else.
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) chmodSync(folder, 0o555);
    const { code, said } = bootstrap(requireFolder(folder), isRoot ? { uid: 65_534 } : {});
    expect(code).toBe(1);
    expect(said).toContain(`The data folder ${folder} may not be written by this user.`);
  });

  it("a relative data folder means the same to every process", () => {
    const script = `import { DATA_DIR } from "./bootstrap.mjs"; process.stderr.write(DATA_DIR);`;
    const { said } = bootstrap(script, { env: { CUTROOM_DATA_DIR: "data" } });
    expect(said).toBe(here("data"));
    expect(bootstrap(script, { env: { CUTROOM_DATA_DIR: "" } }).said).toBe(
      here("../../../.cutroom"),
    );
  });

  it("a command under way ends with all that it started when the start is stopped", async () => {
    const mark = join(folder, "pid");
    const sleeper = join(folder, "sleeper.sh");
    writeFileSync(sleeper, `sleep 600 & echo $! > "${mark}.new"; mv "${mark}.new" "${mark}"; wait`);
    const script = `
      import { run, stopRuns } from "./bootstrap.mjs";
      const running = run("sh", [${JSON.stringify(sleeper)}]);
      process.stdin.once("data", async () => { stopRuns(); await running; process.exit(0); });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: here("."),
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 30_000 });
    child.stdin.write("stop\n");
    // `run` waits for all that hold its output open: the sleeper is gone as well.
    expect(await ended).toBe(0);
  });
});
