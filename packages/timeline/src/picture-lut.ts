/** A table of colours (LUT) that a look ends with: one of ours, or one from a file. */
import { z } from "zod";

/** Worked out by the compiler, the same everywhere. */
export const BUILT_IN_LUTS = ["teal-orange", "golden-hour", "faded-film", "silver"] as const;
export type BuiltInLut = (typeof BUILT_IN_LUTS)[number];

export const pictureLut = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("built-in"), name: z.enum(BUILT_IN_LUTS) }),
  /** An asset that ingest has found to be a table; `name` is for people. */
  z.strictObject({
    kind: z.literal("file"),
    assetId: z.string().min(1).max(64),
    checksum: z.string().regex(/^[0-9a-f]{64}$/),
    name: z.string().max(300),
  }),
]);
export type PictureLut = z.infer<typeof pictureLut>;
