import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { demoClient } from "../account.ts";
import { announce, must, startExport, untilEnded } from "../by-api.ts";
import { launch } from "../launch.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = readFileSync(fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url)));
const FARM = fileURLToPath(new URL("../../render-farm/dist/main.js", import.meta.url));

const folders: string[] = [];
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cutroom-start-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const start = (dataDir: string): Promise<Product> =>
  startProduct({ dataDir, env: { CUTROOM_SAMPLE: "0" } });

/** Runs a start that is to fail, and gives what it said. */
async function failingStart(env: Readonly<Record<string, string>>): Promise<string> {
  const failing = launch(env);
  expect(await failing.ended).toBe(1);
  return failing.said();
}

/** Kills the product, not the command that waits for it, and waits until all of it is gone. */
async function killHard(product: Product): Promise<void> {
  const { pid } = JSON.parse(readFileSync(join(product.dataDir, "running.json"), "utf8"));
  process.kill(pid, "SIGKILL");
  await product.stop({ keepData: true });
  // Nothing of it stays behind to hold its ports.
  for (const url of [product.webUrl, product.apiUrl]) {
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow("fetch failed"), { timeout: 15_000 });
  }
}

describe("npm start on a machine that lost half of a build and its network", () => {
  const nowhere = "http://127.0.0.1:9/";
  let product: Product;
  beforeAll(async () => {
    truncateSync(FARM, 1000);
    product = await startProduct({
      env: {
        CUTROOM_SAMPLE: "0",
        npm_config_registry: nowhere,
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
        npm_config_fetch_retries: "0",
      },
    });
  });
  afterAll(() => product?.stop());

  it("mends the build", () => {
    expect(readFileSync(FARM).length).toBeGreaterThan(1000);
  });

  it("needs no network when it was started before", () => {
    expect(product.said()).toContain("Cutroom is ready");
  });

  it("refuses a second start on the same data and says where the first one is", async () => {
    const said = await failingStart({ CUTROOM_DATA_DIR: product.dataDir });
    expect(said).toContain("already runs");
    expect(said).toContain(product.webUrl);
  });

  it("sends who comes by another name of the machine to the one it has printed", async () => {
    const other = product.webUrl.replace("localhost", "127.0.0.1");
    const { headers } = await fetch(`${other}/library?sort=name`);
    expect(other).not.toBe(product.webUrl);
    expect(headers.get("refresh")).toBe(`0; url=${product.webUrl}/library?sort=name`);
  });
});

describe("npm start", () => {
  it("names the setting of a port that was asked for and is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const said = await failingStart({ CUTROOM_DATA_DIR: dataFolder(), API_PORT: String(port) });
    server.close();
    expect(said).toContain(`Port ${port} is taken`);
    expect(said).toContain("API_PORT");
  });

  it("names every wrong setting in a sentence, and half of an outside service", async () => {
    const wrong = { FARM_CONCURRENCY: "many", CDN_BASE_URL: "cdn" };
    const said = await failingStart({ CUTROOM_DATA_DIR: dataFolder(), ...wrong });
    expect(said).toContain('FARM_CONCURRENCY must be a whole number from 1 to 64, not "many".');
    expect(said).toContain("CDN_BASE_URL must be an address that begins with http://");
    const half = { QSTASH_URL: "http://127.0.0.1:9" };
    expect(await failingStart({ CUTROOM_DATA_DIR: dataFolder(), ...half })).toContain(
      "QSTASH_TOKEN",
    );
  });

  it("stops when it is told to in the middle of a start, and starts afterwards", async () => {
    const dataDir = dataFolder();
    for (const moment of ["Building", "Starting Postgres", "Migrating", "Starting the API"]) {
      const stopped = launch({ CUTROOM_DATA_DIR: dataDir });
      await stopped.until(`… ${moment}`);
      stopped.child.kill("SIGTERM");
      expect(await stopped.ended).toBe(0);
      expect(stopped.said()).toContain("Stopped.");
      expect(stopped.said()).not.toContain("did not start");
    }
    await (await start(dataDir)).stop();
  });

  it("comes up after starts that were killed hard half-way", async () => {
    const dataDir = dataFolder();
    for (const moment of ["Starting Postgres", "Migrating", "Starting the API"]) {
      const killed = launch({ CUTROOM_DATA_DIR: dataDir });
      await killed.until(`… ${moment}`);
      killed.child.kill("SIGKILL");
      // Its output ends when the last of what it started lets go of it.
      expect(await killed.ended).toBe(-1);
    }
    await (await start(dataDir)).stop();
  });

  it("keeps every acknowledged project and file, and ends the export, when all of it is killed hard (I2)", async () => {
    const first = await start(dataFolder());
    const client = await demoClient(first);
    const clip = await announce(client, BASELINE, "clip.mp4");
    expect((await clip.send()).status).toBe(200);
    expect((await untilEnded(client, await clip.complete())).state).toBe("SUCCEEDED");
    const body = { name: "Still here", asset_ids: [clip.assetId] };
    const { id } = must(await client.createProject({ body }));
    const taskId = await startExport(client, id);
    await vi.waitFor(
      async () => {
        const task = must(await client.getTask({ params: { task_id: taskId }, query: {} }));
        expect(task.state).toBe("RUNNING");
      },
      { timeout: 30_000, interval: 20 },
    );
    await killHard(first);
    const again = await start(first.dataDir);
    const later = await demoClient(again);
    const { projects } = must(await later.listProjects());
    expect(projects.map(({ name }) => name)).toEqual(["Still here"]);
    expect((await untilEnded(later, taskId)).state).toBe("SUCCEEDED");
    const asset = must(await later.getAsset({ params: { asset_id: clip.assetId } }));
    expect(asset.state).toBe("READY");
    await again.stop();
  });
});
