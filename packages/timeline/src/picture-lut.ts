/** A table of colours (LUT) that a look ends with: one of ours, or one from a file. */
import { z } from "zod";

/** Worked out by the compiler, the same everywhere. */
export const BUILT_IN_LUTS = ["teal-orange", "golden-hour", "faded-film", "silver"] as const;
export type BuiltInLut = (typeof BUILT_IN_LUTS)[number];

export const pictureLut = z.strictObject({
  kind: z.literal("built-in"),
  name: z.enum(BUILT_IN_LUTS),
});
export type PictureLut = z.infer<typeof pictureLut>;
