/** The API's farm endpoints by HTTP, with steps to give away and everything it hears kept. */
import { createClient } from "@cutroom/contracts";
import type { ClaimedStep } from "@cutroom/contracts";
import { serve } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import type { FarmApi } from "../worker/farm-api.ts";

export interface Heard {
  readonly call:
    | "register"
    | "remove"
    | "claim"
    | "claim-held"
    | "heartbeat"
    | "yield"
    | "complete"
    | "fail";
  readonly body: Record<string, unknown>;
}

type Mood = "renewed" | "cancel" | "preempt" | "lost" | "unreachable";

export interface FakeApi {
  readonly client: FarmApi;
  readonly heard: Heard[];
  /** What a worker is given that asks for the step which it was left to hold. */
  handOut(held: ClaimedStep | null): void;
  /** What heartbeats answer from now on. */
  answer(heartbeat: Mood): void;
  close(): Promise<void>;
}

const TOKEN = "farm-token-of-the-tests";

function problem(c: Context, status: 409 | 503 | 401, code: string) {
  return c.json({ type: `about:blank#${code}`, code, title: code, status }, status);
}

function listen(app: Hono): Promise<{ server: ReturnType<typeof serve>; port: number }> {
  return new Promise((resolve) => {
    const server: ReturnType<typeof serve> = serve(
      { fetch: app.fetch, port: 0, hostname: "127.0.0.1" },
      (address) => resolve({ server, port: address.port }),
    );
  });
}

export async function openFakeApi(steps: readonly ClaimedStep[]): Promise<FakeApi> {
  const heard: Heard[] = [];
  let mood: Mood = "renewed";
  let again: ClaimedStep | null = null;
  const waiting = [...steps];
  const given = new Map<string, ClaimedStep>();
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.header("authorization") === `Bearer ${TOKEN}`) return next();
    return problem(c, 401, "auth.required");
  });
  app.post("/internal/v1/workers/:worker/beat", async (c) => {
    heard.push({ call: "register", body: await c.req.json<Record<string, unknown>>() });
    return c.json({ beat_ms: 15_000 });
  });
  app.delete("/internal/v1/workers/:worker", (c) => {
    heard.push({ call: "remove", body: { worker_id: c.req.param("worker") } });
    return c.body(null, 204);
  });
  app.post("/internal/v1/claims", async (c) => {
    const body = await c.req.json<{ limit: number }>();
    heard.push({ call: "claim", body });
    const claimed = waiting.splice(0, body.limit);
    for (const step of claimed) given.set(step.step_id, step);
    return c.json({ steps: claimed });
  });
  app.post("/internal/v1/steps/:step/claim", async (c) => {
    heard.push({ call: "claim-held", body: await c.req.json<Record<string, unknown>>() });
    if (again?.step_id !== c.req.param("step")) return problem(c, 409, "lease.lost");
    given.set(again.step_id, again);
    return c.json(again);
  });
  app.post("/internal/v1/steps/:step/:call", async (c) => {
    const call = c.req.param("call") as Heard["call"];
    const body = await c.req.json<Record<string, unknown>>();
    heard.push({ call, body });
    const step = given.get(c.req.param("step"));
    if (step === undefined) return problem(c, 409, "lease.lost");
    if (mood === "unreachable") return problem(c, 503, "service.unavailable");
    if (mood === "lost" || body["attempt"] !== step.attempt) return problem(c, 409, "lease.lost");
    if (call === "fail") return c.json({ accepted: true, held: body["holds_output"] === true });
    if (call !== "heartbeat") return c.json({ accepted: true });
    return c.json({
      lease_ms: step.lease_ms,
      cancel_requested: mood === "cancel",
      preempt_requested: mood === "preempt",
    });
  });
  const { server, port } = await listen(app);
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    fetch: (url, init) => fetch(url, init),
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return {
    client,
    heard,
    handOut(held) {
      again = held;
    },
    answer(heartbeat) {
      mood = heartbeat;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
