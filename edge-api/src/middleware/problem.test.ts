import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { answerThrown } from "./problem.ts";

const storeError = (status: number) =>
  Object.assign(new Error("from the store"), { $metadata: { httpStatusCode: status } });

/** What a request gets when its use case throws. */
async function answerTo(thrown: Error): Promise<{ status: number; text: string }> {
  const app = new Hono<AppEnv>();
  app.use((context, next) => {
    context.set("deps", { log: () => undefined } as Partial<Deps> as Deps);
    context.set("requestId", "req_1");
    return next();
  });
  app.get("/", () => {
    throw thrown;
  });
  app.onError(answerThrown);
  const answer = await app.request("/");
  return { status: answer.status, text: await answer.text() };
}

describe("what a use case throws", () => {
  it.each([
    ["an object store with a full disk", storeError(507)],
    ["an object store that is down", new Error("wrapped", { cause: storeError(503) })],
    ["a database with a full disk", Object.assign(new Error("no room"), { code: "53100" })],
    ["no connection", new TypeError("fetch failed")],
  ])("%s: 503, to be tried again, without a word of the inside (I2)", async (_, thrown) => {
    const { status, text } = await answerTo(thrown);
    expect(status).toBe(503);
    expect(text).toContain("service.unavailable");
    expect(text).not.toContain(thrown.message);
  });

  it.each([
    ["a store's refusal of what we asked", storeError(403)],
    ["a bug", new TypeError("x is undefined")],
  ])("%s: 500", async (_, thrown) => {
    expect((await answerTo(thrown)).status).toBe(500);
  });
});
