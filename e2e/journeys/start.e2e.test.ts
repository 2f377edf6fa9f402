import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { demoClient } from "../account.ts";
import { startProduct } from "../product.ts";

const START = fileURLToPath(new URL("../../packages/launcher/src/start.mjs", import.meta.url));

/** Runs `npm start`'s script to its end and gives what it said. */
function runStart(env: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [START], {
      env: { ...process.env, CUTROOM_SAMPLE: "0", ...env },
    });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    child.on("close", (code) => resolve({ code: code ?? 1, said }));
  });
}

const folders: string[] = [];
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cutroom-start-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("npm start", () => {
  it("refuses a second start on the same data and says where the first one is", async () => {
    const product = await startProduct({ dataDir: dataFolder(), env: { CUTROOM_SAMPLE: "0" } });
    const second = await runStart({ CUTROOM_DATA_DIR: product.dataDir });
    await product.stop();
    expect(second.code).toBe(1);
    expect(second.said).toContain("already runs");
    expect(second.said).toContain(product.webUrl);
  });

  it("keeps every acknowledged project when all of it is killed hard (I2)", async () => {
    const dataDir = dataFolder();
    const first = await startProduct({ dataDir, env: { CUTROOM_SAMPLE: "0" } });
    const made = await (await demoClient(first)).createProject({ body: { name: "Still here" } });
    expect(made.ok).toBe(true);
    process.kill(JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8")).pid, "SIGKILL");
    await first.stop({ keepData: true });
    // Nothing of the first one stays behind to hold its ports.
    for (const url of [first.webUrl, first.apiUrl]) {
      await vi.waitFor(() => expect(fetch(url)).rejects.toThrow("fetch failed"), {
        timeout: 15_000,
      });
    }
    const again = await startProduct({ dataDir, env: { CUTROOM_SAMPLE: "0" } });
    const listed = await (await demoClient(again)).listProjects();
    await again.stop({ keepData: true });
    expect(listed.ok && listed.value.projects.map(({ name }) => name)).toEqual(["Still here"]);
  });

  it("names the setting of a port that was asked for and is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "::" }, resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, said } = await runStart({
      CUTROOM_DATA_DIR: dataFolder(),
      API_PORT: String(port),
    });
    server.close();
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is taken`);
    expect(said).toContain("API_PORT");
  });
});
