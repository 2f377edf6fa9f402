/** What a media clip does to its picture: edges cut away, mirrored, graded. */
import { z } from "zod";
import { pictureLut } from "./picture-lut.ts";
import { bentCurves, toneCurves } from "./tone-curves.ts";

const amount = z.number().min(-1).max(1);
const share = z.number().min(0).max(1);
const edge = z.number().min(0).max(0.95);
/** Later than the others, so a document may lack them. */
const strength = share.exactOptional();

/** The numbers that keys may change over a clip's time. */
export const lookNumbers = {
  /** Stops of light, as a display shows them (gamma 2.2). */
  exposureEv: z.number().min(-3).max(3),
  /** -1: flat grey, 0: as shot, 1: twice. */
  contrast: amount,
  /** -1: no colour, 0: as shot, 1: twice. */
  saturation: amount,
  /** Negative is cooler (blue), positive warmer (amber). */
  temperature: amount,
  /** Negative is greener, positive more magenta. */
  tint: amount,
  blur: share,
  sharpen: share,
  /** How dark the corners are. */
  vignette: share,
  /** Of film: moves with every frame. */
  grain: share,
  maskX: amount,
  maskY: amount,
  maskWidth: z.number().min(0.01).max(2),
  maskHeight: z.number().min(0.01).max(2),
  /** 0: square corners, 1: the shorter side is a half circle. */
  maskRound: share,
  /** 1: as wide as half of the shorter side. */
  maskFeather: share,
  /** How far from the colour is still clear, and over how much more it comes back. */
  keySimilarity: share,
  keySmoothness: share,
};
export type LookNumber = keyof typeof lookNumbers;

export const pictureLook = z.strictObject({
  /** Shares of the picture's sides that are cut away; the rest stays where it is. */
  cropLeft: edge,
  cropRight: edge,
  cropTop: edge,
  cropBottom: edge,
  flipX: z.boolean(),
  flipY: z.boolean(),
  exposureEv: lookNumbers.exposureEv,
  contrast: lookNumbers.contrast,
  saturation: lookNumbers.saturation,
  temperature: lookNumbers.temperature,
  tint: lookNumbers.tint,
  blur: strength,
  sharpen: strength,
  vignette: strength,
  /** Only what lies inside this shape of the cropped picture shows; sizes are shares of its sides. */
  maskShape: z.enum(["none", "rectangle", "ellipse"]).exactOptional(),
  maskX: lookNumbers.maskX.exactOptional(),
  maskY: lookNumbers.maskY.exactOptional(),
  maskWidth: lookNumbers.maskWidth.exactOptional(),
  maskHeight: lookNumbers.maskHeight.exactOptional(),
  maskRound: strength,
  maskFeather: strength,
  maskInvert: z.boolean().exactOptional(),
  /** What has this hue is clear; null: nothing is. */
  keyColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .exactOptional(),
  keySimilarity: strength,
  keySmoothness: strength,
  /** Fill the frame behind the picture with a blurred copy of it. */
  backdrop: z.boolean().exactOptional(),
  /** After all other colour; null: no level changes. */
  curves: toneCurves.nullable().exactOptional(),
  /** Last of all colour; null: none. */
  lut: pictureLut.nullable().exactOptional(),
  lutStrength: strength,
  grain: strength,
});
export type PictureLook = z.infer<typeof pictureLook>;

/** As shot: what a clip without a look shows. */
export const PLAIN_LOOK: Required<PictureLook> = {
  cropLeft: 0,
  cropRight: 0,
  cropTop: 0,
  cropBottom: 0,
  flipX: false,
  flipY: false,
  exposureEv: 0,
  contrast: 0,
  saturation: 0,
  temperature: 0,
  tint: 0,
  blur: 0,
  sharpen: 0,
  vignette: 0,
  maskShape: "none",
  maskX: 0,
  maskY: 0,
  maskWidth: 1,
  maskHeight: 1,
  maskRound: 0,
  maskFeather: 0,
  maskInvert: false,
  keyColour: null,
  keySimilarity: 0.3,
  keySmoothness: 0.1,
  backdrop: false,
  curves: null,
  lut: null,
  lutStrength: 1,
  grain: 0,
};

const FIELDS = Object.keys(pictureLook.shape) as readonly (keyof PictureLook)[];

/** `look` with `changes`; null when that is as shot. */
export function changedLook(
  look: PictureLook | undefined,
  changes: { readonly [K in keyof PictureLook]?: PictureLook[K] | undefined },
): PictureLook | null {
  const next = { ...PLAIN_LOOK, ...look };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const parsed = pictureLook.parse({ ...next, ...Object.fromEntries(given) });
  const merged = { ...parsed, curves: bentCurves(parsed.curves ?? null) };
  return FIELDS.every((field) => merged[field] === PLAIN_LOOK[field]) ? null : merged;
}
