import { API_NOTIFY_PATH, API_QUEUE_PATH, endpoints } from "@cutroom/contracts";
import type { Endpoint } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createApp } from "./app.ts";
import { VENDOR_CALLBACK_PATH } from "./consumers/vendor-callback.ts";
import { createDeps } from "./deps.ts";
import { readEnv } from "./env.ts";
import { createFetchOutbound } from "./outbound-fetch.ts";
import { sampleEnv } from "./sample-env.cases.ts";

const { deps } = createDeps(readEnv(sampleEnv), {
  webSocket: WebSocket,
  outbound: createFetchOutbound,
  log: () => undefined,
  defer: () => undefined,
});
const app = createApp(deps);

/** What is served beside the table: for machines, not for clients. */
const plumbing = [
  "GET /healthz",
  "GET /v1/openapi.json",
  `POST ${API_QUEUE_PATH}`,
  `POST ${API_NOTIFY_PATH}`,
  `POST ${VENDOR_CALLBACK_PATH}`,
  "POST /auth/demo",
  "GET /auth/*",
  "POST /auth/*",
];

describe("the app", () => {
  it("mounts every row of the endpoint table, and nothing else", () => {
    const rows: Endpoint[] = Object.values(endpoints);
    const wanted = [...rows.map((row) => `${row.method} ${row.path}`), ...plumbing];
    const mounted = app.routes
      .filter((route) => route.method !== "ALL")
      .map((route) => `${route.method} ${route.path}`);
    expect(new Set(mounted)).toEqual(new Set(wanted));
    expect(mounted).toHaveLength(wanted.length);
  });

  it("says that it is alive and what it offers", async () => {
    expect(await (await app.request("/healthz")).json()).toEqual({ ok: true });
    const page = await (await app.request("/v1/openapi.json")).json();
    expect(page).toMatchObject({ openapi: "3.1.0", servers: [{ url: sampleEnv.API_URL }] });
  });

  it("answers unknown paths and callers with problem+json and a request id", async () => {
    const missing = await app.request("/v1/nothing");
    expect(missing.status).toBe(404);
    expect(missing.headers.get("content-type")).toBe("application/problem+json");
    const body = await missing.json();
    expect(body).toMatchObject({ code: "request.not-found", type: "/problems/request.not-found" });
    expect(missing.headers.get("x-request-id")).toBe(body.request_id);
    expect((await app.request("/v1/assets")).status).toBe(401);
    expect((await app.request("/internal/v1/steps/s/claim", { method: "POST" })).status).toBe(401);
  });

  it("refuses a mistyped API key without asking the database (T3)", async () => {
    const answer = await app.request("/v1/assets", {
      headers: { authorization: "Bearer ck_abcdefgh_nonsense" },
    });
    expect(answer.status).toBe(401);
  });

  it("answers 503 with the way out when the database is down", async () => {
    const answer = await app.request(`/v1/public/shares/${"a".repeat(32)}`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "service.unavailable" });
  });

  it("lets the web app of this installation call with cookies, and no other page", async () => {
    const ask = (origin: string) =>
      app.request("/v1/assets", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
    const own = await ask(sampleEnv.WEB_URL);
    expect(own.headers.get("access-control-allow-origin")).toBe(sampleEnv.WEB_URL);
    expect(own.headers.get("access-control-allow-credentials")).toBe("true");
    const foreign = await ask("http://evil.example");
    expect(foreign.headers.get("access-control-allow-origin")).not.toBe("http://evil.example");
  });

  it("offers no demo sign-in unless it is switched on", async () => {
    expect((await app.request("/auth/demo", { method: "POST" })).status).toBe(404);
  });

  it("takes housekeeping deliveries only with the queue's signature (F118)", async () => {
    const answer = await app.request(API_QUEUE_PATH, {
      method: "POST",
      body: '{"type":"housekeeping"}',
      headers: { "upstash-signature": "forged" },
    });
    expect(answer.status).toBe(401);
  });
});
