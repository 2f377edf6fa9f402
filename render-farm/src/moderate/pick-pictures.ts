/** Pictures of a content for a judge (G5). */
import type { ClaimedVerdict } from "@cutroom/contracts";
import type { Picture } from "@cutroom/ports";

type Sheet = NonNullable<ClaimedVerdict["pictures"]["sheet"]>;

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
