import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { API_QUEUE_PATH } from "@cutroom/contracts";
import { schema, seedDemo } from "@cutroom/db";
import { freePort } from "@cutroom/testkit";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must, startStack, titleProject } from "./stack.cases.ts";
import type { Stack } from "./stack.cases.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const bundle = fileURLToPath(new URL("../dist/edge.js", import.meta.url));
const program = fileURLToPath(new URL("../dist/node.js", import.meta.url));

let stack: Stack;
let worker: Miniflare;
let base: string;
beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["build.mjs"], { cwd: folder });
  stack = await startStack({ DEMO_SIGN_IN: "1" });
  await seedDemo({
    databaseUrl: stack.env.DATABASE_URL,
    wsProxy: stack.env.DATABASE_WS_PROXY,
  });
  const bindings = Object.fromEntries(
    Object.entries(stack.env).map(([name, value]) => [name, String(value)]),
  );
  worker = new Miniflare({
    modules: [{ type: "ESModule", path: bundle }],
    compatibilityDate: "2026-01-01",
    bindings,
  });
  base = (await worker.ready).origin;
});
afterAll(async () => {
  await worker.dispose();
  await stack.stop();
});

describe("the edge entry on workerd", () => {
  it("imports no module of Node", async () => {
    const text = await readFile(bundle, "utf8");
    expect(text).not.toMatch(/\b(from|import|require)\s*\(?\s*["']node:/);
  });

  it("is alive", async () => {
    const answer = await fetch(`${base}/healthz`);
    expect(await answer.json()).toEqual({ ok: true });
  });

  it("serves an API key by the Neon driver over a WebSocket, and signs links to the store", async () => {
    const tenant = await stack.tenant();
    const headers = {
      authorization: `Bearer ${tenant.apiKey}`,
      "content-type": "application/json",
    };
    const me = await fetch(`${base}/v1/me`, { headers });
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({ tenant: { id: tenant.tenantId } });
    const body = JSON.stringify({ file_name: "a.mp4", size_bytes: 10 });
    const opened = await fetch(`${base}/v1/uploads`, { method: "POST", headers, body });
    expect(opened.status).toBe(201);
    expect((await fetch(`${base}/v1/me`)).status).toBe(401);
  });

  it("accepts an export and publishes its wake-up after the answer (C3, C7)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 5);
    const answer = await fetch(`${base}/v1/exports`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": "edge-export-1",
      },
      body: JSON.stringify({ project_id: projectId }),
    });
    expect(answer.status).toBe(202);
    const { task_id: taskId } = (await answer.json()) as { task_id: string };
    await expect
      .poll(async () => must(await tenant.client.getTask({ params: { task_id: taskId } })).state, {
        timeout: 30_000,
      })
      .toBe("QUEUED");
  });

  it("signs in and keeps the session", async () => {
    const answer = await fetch(`${base}/auth/demo`, {
      method: "POST",
      headers: { origin: stack.env.WEB_URL },
    });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await fetch(`${base}/v1/me`, { headers: { cookie } })).status).toBe(200);
  });

  it("begins an event stream (C11)", async () => {
    const tenant = await stack.tenant();
    const answer = await fetch(`${base}/v1/events`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    expect(first?.value).toContain('"type":"snapshot"');
    await reader?.cancel();
  });
});

function startProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "exit").then(([code]) => ({ code: Number(code), stderr }));
  return { child, ended };
}

describe("the Node entry", () => {
  it("serves, takes signed deliveries, and stops in order although a stream is open", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const changes = { PORT: port, HOST: "127.0.0.1", API_URL: url };
    const variables = Object.entries({ ...stack.env, ...changes });
    const env = Object.fromEntries(variables.map(([name, value]) => [name, String(value)]));
    const { child, ended } = startProgram(env);
    await expect
      .poll(
        () =>
          fetch(`${url}/healthz`)
            .then((answer) => answer.status)
            .catch(() => 0),
        {
          timeout: 30_000,
        },
      )
      .toBe(200);
    await stack.deps.queue.publish({
      url: url + API_QUEUE_PATH,
      body: JSON.stringify({ type: "housekeeping" }),
      deduplicationId: `test:${port}`,
    });
    const { inbox } = schema;
    await expect
      .poll(async () => (await stack.deps.database.select().from(inbox)).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    const { apiKey } = await stack.tenant();
    const stream = await fetch(`${url}/v1/events`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(stream.status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    await stream.body?.cancel().catch(() => undefined);
  });

  it("names what is wrong with its environment on one line and ends with 1", async () => {
    const { ended } = startProgram({ DATABASE_URL: "postgres://x", AUTH_SECRET: "short" });
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("AUTH_SECRET");
    expect(stderr).toContain("S3_BUCKET");
  });
});
