import type { Asset } from "@cutroom/contracts";
import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { videoClip } from "../testing/documents.ts";
import { cutOf } from "./clip-picture.ts";

const asset = { id: "asset-1" } as Asset;
const clip = videoClip("a", 0, 4, 5);
const nothing = { sprite: null, still: null, peaks: null };
const strip = {
  url: "",
  interval_ms: 1_000,
  count: 20,
  columns: 10,
  tile_width: 160,
  tile_height: 90,
};
const sheet = {
  ...nothing,
  sprite: { image: {} as CanvasImageSource, strip: strip as never },
};

describe("the small picture of a clip", () => {
  it("is the tile of its filmstrip at that time, under one name while it is the same tile", () => {
    expect(cutOf(asset, clip, sheet, 0)).toMatchObject({ from: { x: 800, y: 0 } });
    const later = cutOf(asset, { ...clip, sourceStart: 11 * S }, sheet, S);
    expect(later).toMatchObject({ from: { x: 320, y: 90 }, size: { width: 160, height: 90 } });
    expect(cutOf(asset, clip, sheet, 0.5 * S)?.key).toBe(cutOf(asset, clip, sheet, 0)?.key);
    expect(cutOf(asset, clip, sheet, 1.5 * S)?.key).not.toBe(cutOf(asset, clip, sheet, 0)?.key);
  });

  it("is the whole picture of a still, and nothing until there is one", () => {
    const still = { naturalWidth: 400, naturalHeight: 300 } as HTMLImageElement;
    expect(cutOf(asset, clip, { ...nothing, still }, S)).toMatchObject({
      key: "asset-1",
      size: { width: 400, height: 300 },
    });
    expect(cutOf(asset, clip, nothing, 0)).toBeNull();
  });
});
