import { describe, expect, it } from "vitest";
import { contentTypeOf } from "./assets.ts";
import { originalKey, outputKey, stepOutputs } from "./outputs.ts";

describe("content types", () => {
  it("come from a closed list, so an upload can never be served as a page", () => {
    expect(contentTypeOf("holiday.MP4")).toBe("video/mp4");
    for (const name of ["a.html", "a.svg", "a.js", "mp4", "a.mp4.html", ""]) {
      expect(contentTypeOf(name)).toBe("application/octet-stream");
    }
  });
});

describe("keys", () => {
  it("differ between attempts, so a stale worker overwrites nothing (C8)", () => {
    const [output] = stepOutputs.export;
    if (output === undefined) throw new Error("export has outputs");
    const at = (attempt: number) => outputKey({ tenantId: "t", stepId: "s", attempt, output });
    expect(at(1)).toBe("t/steps/s/1/video.mp4");
    expect(at(1)).not.toBe(at(2));
  });

  it("begin with the tenant and hold no text of users (T2, F93)", () => {
    expect(originalKey("tenant_1", "asset_1")).toBe("tenant_1/assets/asset_1/original");
  });
});
