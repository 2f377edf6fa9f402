import type { Asset } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { filterAssets } from "./filter-assets.ts";

const asset = (name: string, kind: "video" | "audio" | null) =>
  ({ id: name, name, facts: kind === null ? null : { kind } }) as Asset;
const all = [
  asset("Beach walk.MP4", "video"),
  asset("walk song.mp3", "audio"),
  asset("new.mov", null),
];
const names = (query: string, kind: "all" | "video" | "audio" = "all") =>
  filterAssets(all, query, kind).map(({ name }) => name);

describe("finding files", () => {
  it("takes words in any order and case", () => {
    expect(names("WALK beach")).toEqual(["Beach walk.MP4"]);
    expect(names("  ")).toHaveLength(3);
  });

  it("a kind leaves out what is not known to be of it", () => {
    expect(names("", "video")).toEqual(["Beach walk.MP4"]);
    expect(names("beach", "audio")).toEqual([]);
  });
});
