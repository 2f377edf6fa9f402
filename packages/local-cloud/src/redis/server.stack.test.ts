import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../process/ports.ts";
import { startRedisRest } from "./server.ts";

interface AskInit {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** What Upstash's own client and plain HTTP must see, whichever engine is behind. */
describe.each(["server", "builtin"] as const)("Redis by REST with the %s engine", (engine) => {
  let dataDir: string;
  let url: string;
  let redis: Redis;
  let rest: Awaited<ReturnType<typeof startRedisRest>>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cutroom-redis-test-"));
    rest = await startRedisRest({ dataDir, token: "token", engine, log: () => undefined });
    url = `http://127.0.0.1:${await listen(rest.server, "127.0.0.1", 0)}`;
    redis = new Redis({ url, token: "token" });
  });
  afterAll(async () => {
    await rest.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ask = async (path: string, init: AskInit = {}) => {
    const headers = { authorization: "Bearer token", ...init.headers };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    return [response.status, await response.json()];
  };

  it("answers commands as JSON, as paths and with the token in the query", async () => {
    expect(await ask("/set/k/v?EX=100")).toEqual([200, { result: "OK" }]);
    expect(await ask("/", { method: "POST", body: '["GET","k"]' })).toEqual([200, { result: "v" }]);
    expect(await ask("/set/body", { method: "POST", body: "a b" })).toEqual([
      200,
      { result: "OK" },
    ]);
    const bare = await fetch(`${url}/get/body?_token=token`);
    expect(await bare.json()).toEqual({ result: "a b" });
    expect(await redis.ttl("k")).toBeGreaterThan(50);
    const encoded = { headers: { "upstash-encoding": "base64" } };
    expect(await ask("/get/k", encoded)).toEqual([200, { result: "dg==" }]);
  });

  it("refuses a wrong token, nonsense, and commands that a shared line cannot carry", async () => {
    const wrong = { headers: { authorization: "Bearer other" } };
    expect(await ask("/get/k", wrong)).toEqual([401, { error: "Unauthorized" }]);
    expect((await ask("/", { method: "POST", body: "{" }))[0]).toBe(400);
    expect((await ask("/", { method: "POST", body: "[]" }))[0]).toBe(400);
    for (const command of ["blpop/k/0", "subscribe", "shutdown", "config/get/*"]) {
      expect(await ask(`/${command}`)).toEqual([
        400,
        { error: expect.stringContaining("not available") },
      ]);
    }
    expect(await ask("/get")).toMatchObject([400, { error: expect.stringContaining("ERR") }]);
  });

  it("runs pipelines with an answer or an error for each, and transactions whole", async () => {
    const pipeline = redis.pipeline().set("p", "text").sadd("p", "x").get("p");
    const results = await pipeline.exec({ keepErrors: true });
    expect(results.map((item) => item.result)).toEqual(["OK", undefined, "text"]);
    expect(results[1]?.error).toContain("WRONGTYPE");
    const both = await redis.multi().incr("n").incrby("n", 5).exec();
    expect(both).toEqual([1, 6]);
  });

  it("runs scripts by text and by hash, with Upstash's own flag", async () => {
    const script = redis.createScript<[string, number, null, string[]]>(
      "#!lua flags=allow-key-locking\n" +
        "redis.call('SET', KEYS[1], ARGV[1])\n" +
        "return {redis.call('GET', KEYS[1]), 3.9, false, {'a', 'b'}}",
    );
    for (let turn = 0; turn < 2; turn++) {
      expect(await script.exec(["scripted"], ["v"])).toEqual(["v", 3, null, ["a", "b"]]);
    }
    const text = "#!lua flags=allow-key-locking\nreturn KEYS[1]";
    const hash = await redis.scriptLoad(text);
    expect(await redis.evalsha(hash, ["key"], [])).toBe("key");
    await expect(redis.evalsha("0".repeat(40), [], [])).rejects.toThrow(/NOSCRIPT/u);
  });

  it("tells what went wrong in a script, and lets it catch errors of commands", async () => {
    await redis.set("text", "x");
    await expect(redis.eval("return redis.call('SADD', 'text', 'y')", [], [])).rejects.toThrow(
      /WRONGTYPE/u,
    );
    await expect(redis.eval("return {", [], [])).rejects.toThrow(/compil/iu);
    await expect(redis.eval("error('own words')", [], [])).rejects.toThrow(/own words/u);
    await expect(redis.eval("return redis.error_reply('ERR mine')", [], [])).rejects.toThrow(
      /mine/u,
    );
    const caught = "local r = redis.pcall('SADD', 'text', 'y'); return r.err";
    expect(await redis.eval(caught, [], [])).toContain("WRONGTYPE");
    const outside = "return pcall(function() return io.open('/etc/passwd') end) and 'in' or 'out'";
    expect(await redis.eval(outside, [], [])).toBe("out");
  });

  it("carries messages to subscribers as server-sent events", async () => {
    const subscriber = redis.subscribe<string>("news");
    const got: unknown[] = [];
    const ready = new Promise((resolve) => {
      subscriber.on("subscribe", resolve);
    });
    subscriber.on("message", ({ message }) => got.push(message));
    await ready;
    expect(await redis.publish("news", "hello")).toBe(1);
    await expect.poll(() => got).toEqual(["hello"]);
    await subscriber.unsubscribe();
    await expect.poll(() => redis.publish("news", "nobody")).toBe(0);
  });
});

// The built-in engine is volatile, and says so when it starts.
describe("Redis by REST with the server engine", () => {
  it("keeps its data between starts", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "cutroom-redis-test-"));
    const during = async <T>(use: (redis: Redis) => Promise<T>): Promise<T> => {
      const options = { dataDir, token: "token", engine: "server" } as const;
      const rest = await startRedisRest({ ...options, log: () => undefined });
      const url = `http://127.0.0.1:${await listen(rest.server, "127.0.0.1", 0)}`;
      try {
        return await use(new Redis({ url, token: "token" }));
      } finally {
        await rest.close();
      }
    };
    await during((redis) => redis.set("kept", "yes"));
    expect(await during((redis) => redis.get("kept"))).toBe("yes");
    await rm(dataDir, { recursive: true, force: true });
  });
});
