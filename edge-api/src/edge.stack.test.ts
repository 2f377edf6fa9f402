import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { seedDemo } from "@cutroom/db";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must, startStack, titleProject } from "./stack.cases.ts";
import type { Stack } from "./stack.cases.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const bundle = fileURLToPath(new URL("../dist/edge.js", import.meta.url));

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
        timeout: 10_000,
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
