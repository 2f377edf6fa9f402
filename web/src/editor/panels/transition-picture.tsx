"use client";
import { composeAt } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import type { TransitionKind } from "@cutroom/timeline";
import { useMemo } from "react";
import { drawFrame } from "../../engine/compose.ts";
import type { Picture } from "../../engine/compose.ts";
import { createAsideLayer } from "../../engine/aside-layer.ts";
import type { ClipPicture } from "../media/clip-picture.ts";
import { TileCanvas, type TileFilm } from "./tile-canvas.tsx";

const WIDTH = 128;
const HEIGHT = 72;
const FRAMES = 30;
/** Where the still picture stands: far enough to tell the kinds apart, and no dip all colour. */
const STILL_FRAME = 12;
const STILL_FRAME_OF_DIPS = 7;
const HOLD_FRAMES = 12;
const BACKGROUND = "#000000";

function stillFrame(kind: TransitionKind): number {
  return kind.startsWith("dip-") ? STILL_FRAME_OF_DIPS : STILL_FRAME;
}

/** Two pictures and the transition between them, drawn by the monitor's own compositor. */
function planOf(kind: TransitionKind): RenderPlan {
  const picture = (clipId: string) => ({
    clipId,
    inputId: clipId,
    startFrame: 0,
    endFrame: FRAMES,
    sourceStart: 0,
    speed: { n: 1, d: 1 },
    rect: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    rotationDeg: 0,
    crop: null,
    flipX: false,
    flipY: false,
    colour: null,
    opacity: 1,
    fadeInFrames: 0,
    fadeOutFrames: 0,
  });
  const input = (id: string) => ({
    id,
    kind: "image" as const,
    assetId: id,
    checksum: "",
    width: WIDTH,
    height: HEIGHT,
    hasAlpha: false,
  });
  const span = { leftClipId: "left", rightClipId: "right", startFrame: 0, frameCount: FRAMES };
  return {
    version: 1,
    width: WIDTH,
    height: HEIGHT,
    rate: { n: FRAMES, d: 1 },
    frameCount: FRAMES,
    sampleRate: 48_000,
    sampleCount: 0,
    background: BACKGROUND,
    inputs: [input("left"), input("right")],
    layers: [
      {
        trackId: "track",
        pictures: [picture("left"), picture("right")],
        transitions: [{ kind, ...span }],
      },
    ],
    sounds: [],
  };
}

/** A flat tone of the palette with a band across, so that movement shows. */
function tone(canvas: HTMLCanvasElement, name: string): Picture {
  const image = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = image.getContext("2d");
  const colour = (token: string) => getComputedStyle(canvas).getPropertyValue(token);
  if (context !== null) {
    context.fillStyle = colour(name);
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = colour(`${name}-line`);
    context.fillRect(0, HEIGHT * 0.62, WIDTH, HEIGHT * 0.14);
  }
  return { image, rect: null };
}

/** A clip's frame inside the tile's, as the monitor shows one of another shape. */
function framed({ image }: ClipPicture): Picture {
  const frame = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = frame.getContext("2d");
  const scale = Math.min(WIDTH / image.width, HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  if (context !== null) {
    context.fillStyle = BACKGROUND;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.drawImage(image, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
  }
  return { image: frame, rect: null };
}

/** The last frame before a cut and the first one after it. */
export interface CutPictures {
  readonly left: ClipPicture;
  readonly right: ClipPicture;
}

function filmOf(kind: TransitionKind, cut: CutPictures | null): TileFilm {
  const last = FRAMES - 1;
  return {
    width: WIDTH,
    height: HEIGHT,
    framesPerSecond: FRAMES,
    frameCount: FRAMES + HOLD_FRAMES,
    stillFrame: stillFrame(kind),
    painterOf: (canvas) => {
      const target = canvas.getContext("2d", { alpha: false });
      if (target === null) return null;
      const plan = planOf(kind);
      const pictures = new Map([
        ["left", cut === null ? tone(canvas, "--clip-video") : framed(cut.left)],
        ["right", cut === null ? tone(canvas, "--clip-text") : framed(cut.right)],
      ]);
      const aside = createAsideLayer();
      return (frame) => {
        const ops = composeAt(plan, Math.min(last, frame));
        drawFrame({ target, aside }, plan, ops, (op) => pictures.get(op.clipId) ?? null);
      };
    },
  };
}

/** A transition as it would look: between the clips of the cut, or between two tones. */
export function TransitionPicture(props: {
  readonly kind: TransitionKind;
  readonly cut: CutPictures | null;
  readonly running: boolean;
}) {
  const { kind, cut } = props;
  const film = useMemo(() => filmOf(kind, cut), [kind, cut]);
  return <TileCanvas film={film} running={props.running} />;
}
