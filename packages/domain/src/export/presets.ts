/** What a person may ask of an export. Pixels follow from the resolution and the frame's shape. */
export const EXPORT_RESOLUTIONS = [360, 480, 720, 1080, 1440, 2160] as const;
export type ExportResolution = (typeof EXPORT_RESOLUTIONS)[number];

export const EXPORT_QUALITIES = ["draft", "standard", "high"] as const;
export type ExportQuality = (typeof EXPORT_QUALITIES)[number];

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/**
 * The output frame for a project of `width` x `height`: the shorter side becomes
 * `resolution`, the longer one keeps the shape, both even.
 */
export function outputSize(
  width: number,
  height: number,
  resolution: ExportResolution,
): { readonly width: number; readonly height: number } {
  return width >= height
    ? { width: even((width * resolution) / height), height: resolution }
    : { width: resolution, height: even((height * resolution) / width) };
}
