import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { keyValueCases } from "@cutroom/ports/key-value.cases";
import { cloudEnv, fixedClock } from "@cutroom/testkit";
import { describe, expect, it } from "vitest";
import { systemClock } from "../clock/system.ts";
import { guardKeyValue } from "./guarded.ts";
import { createUpstashKeyValue } from "./upstash.ts";

describe("a guarded store", () => {
  keyValueCases(async () => {
    const env = await cloudEnv();
    const store = createUpstashKeyValue({
      url: env["UPSTASH_REDIS_REST_URL"] ?? "",
      token: env["UPSTASH_REDIS_REST_TOKEN"] ?? "",
    });
    const guarded = guardKeyValue(store, { clock: systemClock, timeoutMs: 5_000, restMs: 1_000 });
    return { store: guarded, prefix: `guarded:${crypto.randomUUID()}:` };
  });
});

describe("a guarded store whose server never answers", () => {
  it("fails in time, sends nobody there while it rests, and then tries again (C5)", async () => {
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, "127.0.0.1", resolve);
    });
    const { port } = silent.address() as AddressInfo;
    const clock = fixedClock(1_000);
    const store = guardKeyValue(
      createUpstashKeyValue({ url: `http://127.0.0.1:${port}`, token: "token" }),
      { clock, timeoutMs: 50, restMs: 2_000 },
    );
    await expect(store.get("a")).rejects.toThrow(/did not answer within 50 ms/u);
    await expect(store.get("a")).rejects.toThrow(/rests/u);
    expect(asked).toBe(1);
    clock.advanceMs(2_000);
    await expect(store.get("a")).rejects.toThrow(/did not answer/u);
    expect(asked).toBe(2);
    silent.closeAllConnections();
    await new Promise((resolve) => {
      silent.close(resolve);
    });
  });
});
