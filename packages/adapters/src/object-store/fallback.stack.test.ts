import { cloudEnv } from "@cutroom/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../clock/system.ts";
import { createS3ObjectStore } from "./s3.ts";

/** Nothing listens there. */
const AWAY = "http://127.0.0.1:9";
let env: Record<string, string>;
beforeAll(async () => {
  env = await cloudEnv();
});

const storeAt = (endpoint: string, fallbackEndpoint?: string) =>
  createS3ObjectStore({
    endpoint,
    fallbackEndpoint,
    region: env["S3_REGION"] ?? "",
    bucket: env["S3_BUCKET"] ?? "",
    accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
    clock: systemClock,
  });

describe("an object store with two endpoints", () => {
  it("is written and asked by the second while the first is away (C10)", async () => {
    const store = storeAt(AWAY, env["S3_ENDPOINT"]);
    const key = `fallback/${crypto.randomUUID()}`;
    const contentType = "text/plain";
    const { url, fallbackUrl } = await store.presignPut(key, { contentType, expiresInS: 60 });
    const put = (to: string) =>
      fetch(to, { method: "PUT", body: "four", headers: { "content-type": contentType } });
    await expect(put(url)).rejects.toThrow("fetch failed");
    expect((await put(fallbackUrl ?? "")).status).toBe(200);
    expect(await store.head(key)).toMatchObject({ sizeBytes: 4, contentType });
    await store.delete(key);
    expect(await store.head(key)).toBeNull();
  });

  it("tells that nothing is there without asking twice, and is away when both are", async () => {
    const missing = `fallback/${crypto.randomUUID()}`;
    expect(await storeAt(env["S3_ENDPOINT"] ?? "", AWAY).head(missing)).toBeNull();
    await expect(storeAt(AWAY, AWAY).head(missing)).rejects.toThrow("ECONNREFUSED");
  });

  it("gives one address where there is one endpoint", async () => {
    const store = storeAt(env["S3_ENDPOINT"] ?? "");
    const signed = await store.presignPut("x", { contentType: "text/plain", expiresInS: 60 });
    expect(signed.fallbackUrl).toBeNull();
  });
});
