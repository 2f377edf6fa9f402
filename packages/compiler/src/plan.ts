/**
 * The render plan: what has to be drawn and heard, as plain data in whole frames, whole
 * samples and whole pixels. It says nothing of FFmpeg, files or machines. The farm, the
 * browser's exact preview and the live compositor all follow the same plan.
 */
import type { PlanBlend } from "./blend-graph.ts";
import type { PlanCrop } from "./look.ts";
import type { PlanLook, PlanLooks } from "./look-steps.ts";
import type { FadingKnot, PlanMotion } from "./motion.ts";
import type { PlanTones } from "./tones.ts";
import type {
  CaptionStyle,
  Failure,
  Flicks,
  PictureLut,
  Rate,
  ShapeStyle,
  SpeedKnot,
  TextStyle,
  TransitionKind,
} from "@cutroom/timeline";

/** Where on its frame something is drawn by the `titles` package. */
interface DrawnPlace {
  /** Size of the frame, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Offset of its centre from the frame's centre, pixels. */
  readonly xPx: number;
  readonly yPx: number;
  readonly scale: number;
  readonly rotationDeg: number;
}

/** A title as the `titles` package rasterises it: the full frame, straight alpha. */
export interface TitleSpec extends DrawnPlace {
  readonly text: string;
  readonly style: TextStyle;
  /** Only of a caption. */
  readonly caption?: CaptionSpec;
}

/** A shape or a sticker, rasterised as titles are. */
export interface ShapeSpec extends DrawnPlace {
  readonly shape: ShapeStyle;
  /** What the shape's lengths are shares of. */
  readonly unitPx: number;
}

/** What the `titles` package draws. */
export type DrawnSpec = TitleSpec | ShapeSpec;

/** How a caption lies on the frame, and which of its words is being said. */
export interface CaptionSpec {
  readonly anchor: CaptionStyle["anchor"];
  readonly marginPx: number;
  readonly maxWidthPx: number;
  /** Places in the text; empty: words are not timed. */
  readonly words: readonly { readonly from: number; readonly to: number }[];
  readonly lit: { readonly word: number; readonly colour: string } | null;
}

export type PlanInput =
  | {
      readonly id: string;
      readonly kind: "video";
      readonly assetId: string;
      readonly checksum: string;
      readonly rate: Rate;
      readonly frameCount: number;
      /** As shown, of the master; a proxy has the same shape. */
      readonly width: number;
      readonly height: number;
      readonly hasAlpha: boolean;
      readonly matrix: "bt709" | "bt601";
      readonly range: "tv" | "pc";
    }
  | {
      readonly id: string;
      readonly kind: "audio";
      readonly assetId: string;
      readonly checksum: string;
    }
  | {
      readonly id: string;
      readonly kind: "image";
      readonly assetId: string;
      readonly checksum: string;
      readonly width: number;
      readonly height: number;
      readonly hasAlpha: boolean;
    }
  | { readonly id: string; readonly kind: "title"; readonly title: DrawnSpec };

/** A table of colours that pictures name by its id; it is a file of its own beside the inputs. */
export interface PlanLut {
  readonly id: string;
  readonly source:
    | Extract<PictureLut, { kind: "built-in" }>
    | Omit<Extract<PictureLut, { kind: "file" }>, "name">;
  /** How much of it there is, above 0 and up to 1. */
  readonly strength: number;
}

/**
 * Where a picture lies on the output frame before it is rotated about its centre, in whole
 * pixels; it may reach beyond the frame's edges.
 */
export interface PlanRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * One clip's picture. Output frames are half-open and include the handles of transitions. In
 * a slice they may begin before 0 and end after the plan does (see segments.ts).
 */
export interface PlanPicture extends PlanLook {
  readonly clipId: string;
  readonly inputId: string;
  readonly startFrame: number;
  readonly endFrame: number;
  /** The asset's own time at `startFrame`. */
  readonly sourceStart: Flicks;
  /** 0: one frame is held. */
  readonly speed: Rate;
  /** How `speed` changes, from `startFrame` on; absent: it does not. */
  readonly ramp?: readonly SpeedKnot[];
  /** The source runs backwards from `sourceStart`. */
  readonly reversed?: true;
  readonly rect: PlanRect;
  readonly rotationDeg: number;
  /** What `rect` shows of the picture; null: all of it. */
  readonly crop: PlanCrop | null;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** After `colour`; absent: no level changes. */
  readonly tones?: PlanTones;
  /** How its look changes; then its own is the one that it begins with. Absent: it does not. */
  readonly looks?: PlanLooks;
  readonly opacity: number;
  /** How it moves; then `rect` is the shown part of its stage, and its place is nowhere else. */
  readonly motion?: PlanMotion;
  /** How its opacity changes; then `opacity` is 1. */
  readonly fading?: readonly FadingKnot[];
  /** How it meets what lies beneath it, above the bottom layer; absent: it covers. */
  readonly blend?: PlanBlend;
  readonly fadeInFrames: number;
  readonly fadeOutFrames: number;
}

/** Over output frames [startFrame, startFrame + frameCount) `left` gives way to `right`. */
export interface PlanTransition {
  readonly kind: TransitionKind;
  readonly leftClipId: string;
  readonly rightClipId: string;
  readonly startFrame: number;
  readonly frameCount: number;
}

/** One track's pictures in time order; layers are drawn bottom to top. */
export interface PlanLayer {
  readonly trackId: string;
  readonly pictures: readonly PlanPicture[];
  readonly transitions: readonly PlanTransition[];
}

/** `linear`: gain t. `equal-power`: gain sin(t * pi / 2), for the two sides of a crossfade. */
export type FadeCurve = "linear" | "equal-power";

export interface GainPoint {
  readonly sample: number;
  /** Linear; 1 is full level. */
  readonly gain: number;
}

/** One clip's sound, in output samples; half-open, handles of transitions included. */
export interface PlanSound {
  readonly clipId: string;
  /** For meters; it decides nothing. */
  readonly trackId: string;
  readonly inputId: string;
  /** Which sound of the source, from 0; absent: the first. */
  readonly stream?: number;
  /** Of the source: mono is copied to both sides at full level. */
  readonly channels: number;
  readonly startSample: number;
  readonly endSample: number;
  /** The asset's own time at `startSample`. */
  readonly sourceStart: Flicks;
  readonly speed: Rate;
  /** The source runs backwards from `sourceStart`. */
  readonly reversed?: true;
  /** The pitch goes with the speed; absent: it is kept. */
  readonly pitch?: "follows";
  readonly gainDb: number;
  readonly fadeInSamples: number;
  readonly fadeInCurve: FadeCurve;
  readonly fadeOutSamples: number;
  readonly fadeOutCurve: FadeCurve;
  /** -1: left, 1: right; absent: as it is. */
  readonly pan?: number;
  /**
   * A gain besides level and fades: keys and ducking. Samples count from `startSample`; straight
   * lines between points, level outside of them.
   */
  readonly envelope?: readonly GainPoint[];
}

export interface RenderPlan {
  readonly version: 1;
  readonly width: number;
  readonly height: number;
  readonly rate: Rate;
  readonly frameCount: number;
  readonly sampleRate: 48_000;
  readonly sampleCount: number;
  readonly background: string;
  readonly inputs: readonly PlanInput[];
  /** Absent: none. */
  readonly luts?: readonly PlanLut[];
  readonly layers: readonly PlanLayer[];
  readonly sounds: readonly PlanSound[];
}

/** What to render: geometry is scaled from the project's frame to this one. */
export interface PlanTarget {
  readonly width: number;
  readonly height: number;
  readonly rate: Rate;
}

/** Why a document cannot be rendered. */
export type PlanFailure = Failure<
  "plan.empty" | "plan.asset-missing" | "plan.asset-kind" | "plan.overlap" | "plan.frame-size"
>;
