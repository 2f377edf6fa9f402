/** The rasteriser's files for Node, from the packages that carry them. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { titleFontFiles } from "./fonts.ts";
import type { TitleAssets } from "./rasterise.ts";

export function nodeTitleAssets(): TitleAssets {
  const require = createRequire(import.meta.url);
  return {
    loadWasm: () => readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")),
    loadFont: (fileName) => {
      const file = titleFontFiles.find((one) => one.fileName === fileName);
      if (!file) throw new Error(`no such title font: ${fileName}`);
      return readFile(require.resolve(file.module));
    },
  };
}
