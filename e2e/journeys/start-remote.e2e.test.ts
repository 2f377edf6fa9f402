import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Client } from "@cutroom/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoClient } from "../account.ts";
import { announce, must, startExport, untilEnded } from "../by-api.ts";
import { measure } from "../measure.ts";
import { type Product, startProduct } from "../product.ts";

const CLOUD = fileURLToPath(new URL("../../packages/local-cloud/src/bin.ts", import.meta.url));
const BASELINE = readFileSync(fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url)));

type Env = Readonly<Record<string, string>>;

/** Another local cloud, as a process of its own: to the product it is somebody else's. */
async function startElsewhere(dataDir: string): Promise<{ env: Env; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ["--import", "tsx", CLOUD, "--data-dir", dataDir], {
    cwd: join(CLOUD, "../.."),
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { env: JSON.parse(line).env, stop };
  }
  throw new Error("the other local cloud ended without a word");
}

interface Cdn {
  readonly url: string;
  /** Paths that it was asked for, with their query. */
  readonly asked: string[];
  readonly server: Server;
}

/** A CDN before a bucket: asks the store what it is asked itself, signed query and all. */
async function startCdn(env: Env): Promise<Cdn> {
  const asked: string[] = [];
  const bucket = `${env["S3_ENDPOINT"]}/${env["S3_BUCKET"]}`;
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const range = request.headers.range === undefined ? {} : { range: request.headers.range };
    const forward = async () => {
      const answer = await fetch(`${bucket}${request.url}`, { headers: range });
      response.writeHead(answer.status, { "x-cdn": "edge" });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    forward().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked, server };
}

let folder: string;
let elsewhere: Awaited<ReturnType<typeof startElsewhere>>;
let cdn: Cdn;
let product: Product;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-remote-"));
  elsewhere = await startElsewhere(join(folder, "elsewhere"));
  cdn = await startCdn(elsewhere.env);
  product = await startProduct({
    dataDir: join(folder, "data"),
    env: { ...elsewhere.env, CDN_BASE_URL: cdn.url, CUTROOM_SAMPLE: "0" },
  });
  client = await demoClient(product);
});
afterAll(async () => {
  await product.stop();
  await elsewhere.stop();
  cdn.server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start with every part somewhere else", () => {
  it("starts no part of its own", () => {
    const parts = ["postgres", "redis", "qstash", "s3"];
    const own = readdirSync(join(folder, "data/cloud"));
    expect(own.filter((name) => parts.some((part) => name.startsWith(part)))).toEqual([]);
    expect(existsSync(join(folder, "elsewhere/qstash/journal.jsonl"))).toBe(true);
  });

  it("uploads, exports and delivers with them, files by the CDN (J3)", async () => {
    const clip = await announce(client, BASELINE, "clip.mp4");
    expect((await clip.send()).status).toBe(200);
    expect((await untilEnded(client, await clip.complete())).state).toBe("SUCCEEDED");
    const body = { name: "Elsewhere", asset_ids: [clip.assetId] };
    const project = must(await client.createProject({ body }));
    const taskId = await startExport(client, project.id);
    expect((await untilEnded(client, taskId)).state).toBe("SUCCEEDED");
    const { url } = must(await client.downloadExport({ params: { task_id: taskId } }));
    expect(url.startsWith(`${cdn.url}/`)).toBe(true);
    const answer = await fetch(url);
    expect(answer.headers.get("x-cdn")).toBe("edge");
    const file = join(folder, "cut.mp4");
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    expect(measure(file).frames).toBe(60);
    // The signature is over the store's own address, so the store takes it from the CDN alone.
    expect(cdn.asked).toContainEqual(expect.stringContaining("X-Amz-Signature="));
  });
});
