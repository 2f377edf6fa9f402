/** Which pictures of a content a judge is shown: a few, evenly over its length (G5). */
import type { ClaimedVerdict } from "@cutroom/contracts";
import { REVIEW_FRAMES } from "@cutroom/contracts";
import type { Picture } from "@cutroom/ports";

type Sheet = NonNullable<ClaimedVerdict["pictures"]["sheet"]>;

/** At most a dozen of `count` tiles, the first and the last among them. */
export function pickTiles(count: number): readonly number[] {
  if (count <= REVIEW_FRAMES) return Array.from({ length: count }, (_, at) => at);
  const step = (count - 1) / (REVIEW_FRAMES - 1);
  return Array.from({ length: REVIEW_FRAMES }, (_, at) => Math.round(at * step));
}

/** One tile of a sheet, which is row by row as every picture is. */
export function cutTile(sheet: Picture, { tile_width, tile_height, columns }: Sheet, at: number) {
  const left = (at % columns) * tile_width;
  const top = Math.floor(at / columns) * tile_height;
  const rgb = new Uint8Array(tile_width * tile_height * 3);
  for (let row = 0; row < tile_height; row += 1) {
    const from = ((top + row) * sheet.width + left) * 3;
    rgb.set(sheet.rgb.subarray(from, from + tile_width * 3), row * tile_width * 3);
  }
  return { width: tile_width, height: tile_height, rgb };
}
