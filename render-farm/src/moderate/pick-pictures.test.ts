import { describe, expect, it } from "vitest";
import { cutTile } from "./pick-pictures.ts";

describe("pictures for a judge (G5)", () => {
  it("are cut out of their sheet where they lie in it", () => {
    const columns = 3;
    const size = { tile_width: 2, tile_height: 2, columns, count: 5, interval_ms: 1_000 };
    const [width, height] = [columns * 2, 4];
    // Every pixel says which tile it is of.
    const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
      const pixel = Math.floor(at / 3);
      const [column, row] = [Math.floor((pixel % width) / 2), Math.floor(pixel / width / 2)];
      return row * columns + column;
    });
    for (let at = 0; at < size.count; at += 1) {
      const tile = cutTile({ width, height, rgb }, size, at);
      expect([...tile.rgb]).toEqual(Array.from({ length: 12 }, () => at));
    }
  });
});
