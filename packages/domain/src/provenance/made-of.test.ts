import { describe, expect, it } from "vitest";
import type { FilmPart } from "./made-of.ts";
import { madeOf } from "./made-of.ts";

const upload: FilmPart = { disclosure: "undeclared", tool: "A camera", isClaim: true };
const painted: FilmPart = { disclosure: "procedural", tool: "procedural 1", isClaim: false };
const ai: FilmPart = { disclosure: "ai", tool: "Runway gen4.5", isClaim: false };

describe("how much of a film AI made (G8)", () => {
  it.each([
    ["none", []],
    ["none", [upload, painted]],
    ["partly", [ai, painted]],
    ["partly", [upload, ai]],
    ["wholly", [ai, ai]],
  ] as const)("%s", (share, parts) => {
    expect(madeOf(parts).aiShare).toBe(share);
  });

  it("names every tool that generated something once, and nothing of an upload", () => {
    expect(madeOf([painted, ai, upload, ai]).tools).toEqual(["Runway gen4.5", "procedural 1"]);
  });
});
