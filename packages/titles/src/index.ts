export { checkCoverage } from "./coverage.ts";
export { titleFontFiles } from "./fonts.ts";
export type { FontFamily, TitleFontFile } from "./fonts.ts";
export { createTitleRasteriser } from "./rasterise.ts";
export type { RasterisedTitle, TitleAssets, TitleRasteriser } from "./rasterise.ts";
export { shapeSvg } from "./shape-svg.ts";
export type { CaptionLook, TitleLook } from "./title-svg.ts";
