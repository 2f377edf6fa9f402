/**
 * The models that make clips, as data (G1): what each can do, what it costs and what must be
 * said of its work. A vendor's own words for the same things stay in its adapter.
 */
import type { VendorName } from "./vendor-status.ts";

export const CLIP_RATIOS = ["16:9", "9:16", "1:1", "4:5"] as const;
export type ClipRatio = (typeof CLIP_RATIOS)[number];

/** Who made a picture (G8): unknown to us, rules and chance, or a trained model. */
export const AI_DISCLOSURES = ["undeclared", "procedural", "ai"] as const;
export type AiDisclosure = (typeof AI_DISCLOSURES)[number];

export const MODEL_NAMES = [
  "procedural",
  "runway-gen4.5",
  "veo-3.1-fast",
  "luma-ray-3.2",
  "kling-3",
  "wan-2.2",
  "videos-api",
  "self-hosted",
] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

/** What a clip is made from: words, pictures, or the end of a film that it goes on from. */
export const GENERATION_MODES = ["text", "image", "extend"] as const;
export type GenerationMode = (typeof GENERATION_MODES)[number];
export const FRAME_ROLES = ["first_frame", "last_frame"] as const;
export type FrameRole = (typeof FRAME_ROLES)[number];

export interface ClipSize {
  readonly width: number;
  readonly height: number;
}

/** What a vendor asks for a second of video, and when that was looked up. */
export interface VendorPrice {
  readonly microsPerSecond: number;
  readonly currency: "USD";
  /** A day; prices are facts with a date, and an invoice is what counts. */
  readonly asOf: string;
}

export interface ClipModel {
  /** Null: our own machines make it. */
  readonly vendor: VendorName | null;
  /** With the name it tells two looks of the same words apart; at a vendor it names the model. */
  readonly version: string;
  readonly disclosure: AiDisclosure;
  readonly minDurationMs: number;
  readonly maxDurationMs: number;
  /** The only lengths there are; absent: any between least and most. */
  readonly durationsMs?: readonly number[];
  readonly sizes: Readonly<Partial<Record<ClipRatio, ClipSize>>>;
  readonly hasSeed: boolean;
  readonly hasCaption: boolean;
  readonly hasNegativePrompt: boolean;
  /** Pictures that a clip can begin or end with. */
  readonly frames: readonly FrameRole[];
  /** The only lengths of a clip that ends with a picture; absent: all that the model has. */
  readonly lastFrameDurationsMs?: readonly number[];
  /** Whether such a picture may be a moment of a film. */
  readonly framesOfFilms: boolean;
  /** A clip that begins with a picture has that picture's shape, whatever ratio is asked for. */
  readonly isShapedByFrame: boolean;
  /** Where the words are worked on. */
  readonly regions: readonly string[];
  readonly fps: number;
  /** Whole credits for every period of this length that has begun. */
  readonly price: { readonly credits: number; readonly everyMs: number };
  readonly vendorPrice: VendorPrice | null;
  /** How long one core works on a second of it, or a vendor needs for it, about. */
  readonly secondsPerSecond: number;
  /** Jobs of the model that may be under way at once, to begin with; 0: the vendor queues them. */
  readonly atOnce: number;
  /** Requests that its vendor takes in a minute; 0: no limit that we know of. */
  readonly perMinute: number;
}

export const PROMPT_MAX = 500;
export const MAX_SEED = 4_294_967_295;

const PROCEDURAL_SIZES = {
  "16:9": { width: 1280, height: 720 },
  "9:16": { width: 720, height: 1280 },
  "1:1": { width: 960, height: 960 },
  "4:5": { width: 864, height: 1080 },
} as const satisfies Readonly<Record<ClipRatio, ClipSize>>;

const WIDE_AND_TALL = {
  "16:9": PROCEDURAL_SIZES["16:9"],
  "9:16": PROCEDURAL_SIZES["9:16"],
} as const;
const WIDE_TALL_SQUARE = { ...WIDE_AND_TALL, "1:1": PROCEDURAL_SIZES["1:1"] } as const;

const usd = (microsPerSecond: number, asOf: string): VendorPrice => ({
  microsPerSecond,
  currency: "USD",
  asOf,
});

const ai = {
  disclosure: "ai",
  hasSeed: false,
  hasCaption: false,
  hasNegativePrompt: false,
  framesOfFilms: false,
  isShapedByFrame: false,
  regions: ["us"],
  fps: 24,
  secondsPerSecond: 20,
  perMinute: 0,
} as const;

export const clipModels = {
  /** Paints on our own machines by rules and chance: no account, no network, not AI. */
  procedural: {
    vendor: null,
    version: "1",
    disclosure: "procedural",
    minDurationMs: 2_000,
    maxDurationMs: 10_000,
    sizes: PROCEDURAL_SIZES,
    hasSeed: true,
    hasCaption: true,
    hasNegativePrompt: false,
    frames: FRAME_ROLES,
    framesOfFilms: true,
    isShapedByFrame: false,
    regions: [],
    fps: 30,
    price: { credits: 1, everyMs: 5_000 },
    vendorPrice: null,
    secondsPerSecond: 4,
    atOnce: 0,
    perMinute: 0,
  },
  "runway-gen4.5": {
    ...ai,
    vendor: "runway",
    version: "gen4.5",
    minDurationMs: 2_000,
    maxDurationMs: 10_000,
    durationsMs: [2, 3, 4, 5, 6, 7, 8, 9, 10].map((seconds) => seconds * 1_000),
    sizes: WIDE_AND_TALL,
    hasSeed: true,
    frames: ["first_frame"],
    price: { credits: 15, everyMs: 1_000 },
    vendorPrice: usd(120_000, "2026-11-29"),
    atOnce: 5,
  },
  "veo-3.1-fast": {
    ...ai,
    vendor: "veo",
    version: "veo-3.1-fast-generate-preview",
    minDurationMs: 4_000,
    maxDurationMs: 8_000,
    durationsMs: [4_000, 6_000, 8_000],
    sizes: WIDE_AND_TALL,
    hasNegativePrompt: true,
    frames: FRAME_ROLES,
    lastFrameDurationsMs: [8_000],
    price: { credits: 19, everyMs: 1_000 },
    vendorPrice: usd(150_000, "2026-03-01"),
    atOnce: 10,
    perMinute: 10,
  },
  "luma-ray-3.2": {
    ...ai,
    vendor: "luma",
    version: "ray-3.2",
    minDurationMs: 5_000,
    maxDurationMs: 10_000,
    durationsMs: [5_000, 10_000],
    sizes: WIDE_TALL_SQUARE,
    frames: FRAME_ROLES,
    price: { credits: 27, everyMs: 1_000 },
    vendorPrice: usd(216_000, "2026-11-29"),
    atOnce: 5,
  },
  "kling-3": {
    ...ai,
    vendor: "fal",
    version: "fal-ai/kling-video/v3/standard/text-to-video",
    minDurationMs: 5_000,
    maxDurationMs: 10_000,
    durationsMs: [5_000, 10_000],
    sizes: WIDE_TALL_SQUARE,
    hasNegativePrompt: true,
    frames: FRAME_ROLES,
    isShapedByFrame: true,
    price: { credits: 11, everyMs: 1_000 },
    vendorPrice: usd(84_000, "2026-11-29"),
    atOnce: 0,
  },
  "wan-2.2": {
    ...ai,
    vendor: "replicate",
    version: "wan-video/wan-2.2-t2v-fast",
    minDurationMs: 5_000,
    maxDurationMs: 5_000,
    durationsMs: [5_000],
    sizes: WIDE_AND_TALL,
    hasSeed: true,
    frames: ["first_frame"],
    isShapedByFrame: true,
    price: { credits: 2, everyMs: 1_000 },
    vendorPrice: usd(10_000, "2026-11-29"),
    atOnce: 10,
    perMinute: 600,
  },
  /** Whatever speaks the Videos API that OpenAI has retired; the deployment names its model. */
  "videos-api": {
    ...ai,
    vendor: "openai-videos",
    version: "videos",
    minDurationMs: 4_000,
    maxDurationMs: 12_000,
    durationsMs: [4_000, 8_000, 12_000],
    sizes: WIDE_AND_TALL,
    frames: ["first_frame"],
    price: { credits: 13, everyMs: 1_000 },
    vendorPrice: usd(100_000, "2026-09-24"),
    atOnce: 5,
  },
  "self-hosted": {
    ...ai,
    vendor: "self-hosted",
    version: "self-hosted",
    minDurationMs: 2_000,
    maxDurationMs: 10_000,
    sizes: PROCEDURAL_SIZES,
    hasSeed: true,
    hasNegativePrompt: true,
    frames: FRAME_ROLES,
    regions: ["own"],
    price: { credits: 2, everyMs: 5_000 },
    vendorPrice: usd(0, "2026-11-29"),
    atOnce: 1,
  },
} as const satisfies Readonly<Record<ModelName, ClipModel>>;

export function clipModel(name: ModelName): ClipModel {
  return clipModels[name];
}

/** The model that a vendor knows by `version`, or null when it is none of that vendor's. */
export function modelOf(vendor: VendorName, version: string): ModelName | null {
  const isIt = (name: ModelName) =>
    clipModels[name].vendor === vendor && clipModels[name].version === version;
  return MODEL_NAMES.find(isIt) ?? null;
}

/** The price of one clip; the estimate that is shown is the amount that is reserved. */
export function generationCredits(model: ModelName, durationMs: number): number {
  const { credits, everyMs } = clipModels[model].price;
  return credits * Math.max(1, Math.ceil(durationMs / everyMs));
}

/** What the vendor is expected to ask for one clip, millionths; 0 where nobody asks. */
export function vendorEstimateMicros(model: ModelName, durationMs: number): number {
  const price = clipModels[model].vendorPrice;
  return price === null ? 0 : Math.round((price.microsPerSecond * durationMs) / 1_000);
}
