/** A clip's look as whole pixels and plain factors, for the graph and the live canvas alike. */
import type { PictureLook } from "@cutroom/timeline";
import { overRuns } from "./look-runs.ts";
import type { LookCourse, LookRun } from "./look-runs.ts";
import { toEven } from "./place.ts";
import type { PlanRect } from "./plan.ts";

/**
 * How a picture is graded, all on gamma-encoded values from 0 to 1: first each channel times
 * its gain, then luma about its middle times `contrast`, colour about grey times `saturation`.
 */
export interface PlanColour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly contrast: number;
  readonly saturation: number;
}

/** The part of a scaled and mirrored picture that is shown, in whole even pixels of it. */
export interface PlanCrop {
  readonly fullWidth: number;
  readonly fullHeight: number;
  readonly x: number;
  readonly y: number;
}

const DISPLAY_GAMMA = 2.2;
/** How far the ends of the temperature and tint scales move a channel. */
const TEMPERATURE_REACH = 0.25;
const TINT_REACH = 0.2;

export function colourOf(look: PictureLook | undefined): PlanColour | null {
  if (look === undefined) return null;
  const light = 2 ** (look.exposureEv / DISPLAY_GAMMA);
  const colour = {
    red: light * (1 + TEMPERATURE_REACH * look.temperature),
    green: light * (1 - TINT_REACH * look.tint),
    blue: light * (1 - TEMPERATURE_REACH * look.temperature),
    contrast: 1 + look.contrast,
    saturation: 1 + look.saturation,
  };
  return Object.values(colour).every((factor) => factor === 1) ? null : colour;
}

/** What crops leave of a picture that is `rect` as a whole: two pixels at least; null: all of it. */
export function cropOf(look: PictureLook | undefined, rect: PlanRect): CroppedRect | null {
  if (look === undefined) return null;
  const left = toEven(rect.width * look.cropLeft);
  const right = toEven(rect.width * look.cropRight);
  const top = toEven(rect.height * look.cropTop);
  const bottom = toEven(rect.height * look.cropBottom);
  if (left + right + top + bottom === 0) return null;
  const width = Math.max(2, rect.width - left - right);
  const height = Math.max(2, rect.height - top - bottom);
  const x = Math.min(left, rect.width - width);
  const y = Math.min(top, rect.height - height);
  return {
    crop: { fullWidth: rect.width, fullHeight: rect.height, x, y },
    offset: { x, y, width, height },
  };
}

interface CroppedRect {
  readonly crop: PlanCrop;
  /** The shown part inside the whole picture. */
  readonly offset: PlanRect;
}

/**
 * Where the shown part lies on the frame: at rest its place inside the whole picture; turned
 * with it, because both turn about the whole picture's centre.
 */
export function croppedRect(whole: PlanRect, part: PlanRect, rotationDeg: number): PlanRect {
  const angle = (rotationDeg * Math.PI) / 180;
  const dx = part.x + part.width / 2 - whole.width / 2;
  const dy = part.y + part.height / 2 - whole.height / 2;
  const centreX = whole.x + whole.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle);
  const centreY = whole.y + whole.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle);
  return {
    x: toEven(centreX - part.width / 2),
    y: toEven(centreY - part.height / 2),
    width: part.width,
    height: part.height,
  };
}

function gainFilters({ colour }: LookRun): string[] {
  if (colour === null) return [];
  const { red, green, blue } = colour;
  if (red === 1 && green === 1 && blue === 1) return [];
  const gain = (factor: number) => `clip(val*${factor.toFixed(6)}+0.5,0,255)`;
  return [`lutrgb=r='${gain(red)}':g='${gain(green)}':b='${gain(blue)}'`];
}

function stretchFilters({ colour }: LookRun): string[] {
  if (colour === null || (colour.contrast === 1 && colour.saturation === 1)) return [];
  const about = (middle: number, factor: number, low: number, high: number) =>
    `clip((val-${middle})*${factor.toFixed(6)}+${middle + 0.5},${low},${high})`;
  const chroma = about(128, colour.saturation, 16, 240);
  return [`lutyuv=y='${about(125.5, colour.contrast, 16, 235)}':u='${chroma}':v='${chroma}'`];
}

/** FFmpeg's filters for the colours of a leg; `alpha` keeps the alpha plane. Leaves yuv(a)420p. */
export function colourFilters({ runs, changes }: LookCourse, alpha: boolean): string[] {
  const gains = overRuns(runs, gainFilters);
  const stretches = overRuns(runs, stretchFilters);
  if (gains.length === 0 && !changes("exposureEv", "temperature", "tint")) return stretches;
  return [
    // Named both ways: the scaler takes unnamed pictures for BT.601.
    "scale=in_color_matrix=bt709:in_range=tv",
    `format=${alpha ? "gbrap" : "gbrp"}`,
    ...gains,
    "scale=out_color_matrix=bt709:out_range=tv",
    `format=${alpha ? "yuva420p" : "yuv420p"}`,
    ...stretches,
  ];
}
