import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";
import { sampleEnv } from "./sample-env.cases.ts";

describe("readEnv", () => {
  it("reads a whole environment and cuts slashes from the ends of base URLs", () => {
    const env = readEnv({ ...sampleEnv, WEB_URL: "http://localhost:3000/" });
    expect(env.WEB_URL).toBe("http://localhost:3000");
    expect(env.PORT).toBe(8787);
    expect(env.CDN_BASE_URL).toBeUndefined();
  });

  it("names every wrong variable on one line", () => {
    const attempt = () => readEnv({ ...sampleEnv, S3_BUCKET: "", AUTH_SECRET: "short" });
    expect(attempt).toThrow(/^edge-api: .*S3_BUCKET.*AUTH_SECRET.*$/);
  });
});
