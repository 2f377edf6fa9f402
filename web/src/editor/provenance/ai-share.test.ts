import { describe, expect, it } from "vitest";
import { aiShareOf } from "./ai-share.ts";

const clipsOf = (...ids: readonly string[]) => ids.map((assetId) => ({ kind: "media", assetId }));
const ASSETS = {
  made: { ai_disclosure: "ai" },
  painted: { ai_disclosure: "procedural" },
  own: { ai_disclosure: "undeclared" },
} as const;

describe("how much of a timeline AI made (G8)", () => {
  it.each([
    ["none", []],
    ["none", ["own", "painted"]],
    ["partly", ["made", "own"]],
    ["partly", ["made", "gone"]],
    ["wholly", ["made", "made"]],
  ] as const)("%s: %j", (share, ids) => {
    expect(aiShareOf(clipsOf(...ids), ASSETS)).toBe(share);
  });
});
