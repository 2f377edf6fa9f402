import type { Folder } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import {
  childrenOf,
  filesIn,
  folderOf,
  outline,
  pathTo,
  withInner,
  withMoved,
} from "./folder-tree.ts";

const folder = (id: string, parentId: string | null, ...assetIds: string[]): Folder => ({
  id,
  name: id,
  parent_id: parentId,
  created_at: "2026-01-01T00:00:00.000Z",
  asset_ids: assetIds,
});
const folders = [
  folder("day 10", null),
  folder("day 2", null, "a"),
  folder("best", "day 2", "b"),
  folder("of best", "best"),
];
const assets = ["a", "b", "c"].map((id) => ({ id }));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe("folders", () => {
  it("lie in each other, by name as a person counts", () => {
    expect(ids(childrenOf(folders, null))).toEqual(["day 2", "day 10"]);
    expect(ids(pathTo(folders, "best"))).toEqual(["day 2", "best"]);
    expect(pathTo(folders, null)).toEqual([]);
    expect(ids(withInner(folders, "day 2"))).toEqual(["day 2", "best", "of best"]);
    expect(outline(folders).map(({ folder: { id }, depth }) => [id, depth])).toEqual([
      ["day 2", 0],
      ["best", 1],
      ["of best", 2],
      ["day 10", 0],
    ]);
  });

  it("show their own files; a search looks inside them as well, or everywhere", () => {
    expect(ids(filesIn(assets, folders, null))).toEqual(["c"]);
    expect(ids(filesIn(assets, folders, "day 2"))).toEqual(["a"]);
    expect(ids(filesIn(assets, folders, "day 2", true))).toEqual(["a", "b"]);
    expect(ids(filesIn(assets, folders, null, true))).toEqual(["a", "b", "c"]);
  });

  it("hold a file once, wherever it is moved", () => {
    expect(folderOf(withMoved(folders, ["b"], "day 10"), "b")).toBe("day 10");
    expect(folderOf(withMoved(folders, ["b"], null), "b")).toBeNull();
    expect(withMoved(folders, ["a"], "day 2")[1]?.asset_ids).toEqual(["a"]);
  });
});
