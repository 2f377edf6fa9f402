import { expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { missingAssets } from "./missing-assets.ts";

it("names every file that is gone once, by the name of its first clip", () => {
  const [a, b] = [videoClip("a", 0, 4), videoClip("b", 4, 4)];
  const document = documentOf(a, b, { ...videoClip("c", 8, 4), assetId: "asset-2" });
  expect(missingAssets(document, () => true)).toEqual([]);
  expect(missingAssets(document, (id) => id === "asset-2")).toEqual(["a.mp4"]);
  expect(missingAssets(document, () => false)).toEqual(["a.mp4", "c.mp4"]);
});
