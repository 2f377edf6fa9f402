import { describe, expect, it } from "vitest";
import { contentPolicy } from "./content-policy.ts";

const policy = (mediaUrls: readonly string[]) =>
  new Map(
    contentPolicy({
      nonce: "n0",
      apiUrl: "https://api.example.com/base",
      mediaUrls,
      development: false,
    })
      .split("; ")
      .map((line) => [line.split(" ")[0], line] as const),
  );

describe("content policy", () => {
  it("lets media come from the store, as path or as bucket host, and from nowhere else", () => {
    const media = policy(["https://s3.example.com", "https://cdn.example.com/x"]).get("media-src");
    expect(media).toBe(
      "media-src 'self' blob: https://s3.example.com https://*.s3.example.com https://cdn.example.com https://*.cdn.example.com",
    );
  });

  it("a store by address has no hosts below it", () => {
    expect(policy(["http://127.0.0.1:9000"]).get("media-src")).toBe(
      "media-src 'self' blob: http://127.0.0.1:9000",
    );
  });

  it("scripts need the nonce, frames are refused, calls go to the API", () => {
    const all = policy([]);
    expect(all.get("script-src")).toContain("'nonce-n0'");
    expect(all.get("script-src")).not.toMatch(/'unsafe-(eval|inline)'/);
    expect(all.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(all.get("connect-src")).toContain("https://api.example.com");
  });
});
