import { createChance } from "../random.ts";
import type { LayerSpec } from "../scene/layers.ts";
import type { Storyboard } from "../storyboard.ts";
import { paintDunes, paintRidge } from "./ground.ts";
import { paintGrass, paintTrees } from "./plants.ts";
import { createSheet } from "./sheet.ts";
import type { Brush, Sheet } from "./sheet.ts";
import { paintClouds, paintNebula, paintPlanet, paintSky, paintStars } from "./sky.ts";
import { paintSkyline } from "./skyline.ts";

/** Water has no sheet: it is made of what stands above it. */
export type SheetSpec = Exclude<LayerSpec, { kind: "water" }>;

function paint(brush: Brush, spec: SheetSpec): void {
  switch (spec.kind) {
    case "sky":
      return paintSky(brush);
    case "nebula":
      return paintNebula(brush);
    case "stars":
      return paintStars(brush, spec.count);
    case "clouds":
      return paintClouds(brush, spec);
    case "planet":
      return paintPlanet(brush, spec);
    case "ridge":
      return paintRidge(brush, spec);
    case "dunes":
      return paintDunes(brush, spec);
    case "trees":
      return paintTrees(brush, spec);
    case "grass":
      return paintGrass(brush, spec);
    case "skyline":
      return paintSkyline(brush, spec);
  }
}

/** Paints one layer of the storyboard, the `index`-th, which has chances of its own. */
export function paintLayer(board: Storyboard, spec: SheetSpec, index: number): Sheet {
  const sheet = createSheet(board.painted);
  const { palette, light, look } = board;
  paint(
    { sheet, palette, light, reading: board, chance: createChance(look, `layer ${index}`) },
    spec,
  );
  return sheet;
}
