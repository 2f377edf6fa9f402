"use client";
import { composeAt } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import type { TransitionKind } from "@cutroom/timeline";
import { useEffect, useRef, useState } from "react";
import { drawFrame } from "../../engine/compose.ts";
import type { Picture } from "../../engine/compose.ts";
import { createAsideLayer } from "../../engine/aside-layer.ts";
import css from "./transitions-panel.module.css";

const WIDTH = 128;
const HEIGHT = 72;
const FRAMES = 30;
/** Where the still picture stands: far enough to tell the kinds apart, and no dip all colour. */
const STILL_FRAME = 12;
const STILL_FRAME_OF_DIPS = 7;
const HOLD_FRAMES = 12;

function stillFrame(kind: TransitionKind): number {
  return kind.startsWith("dip-") ? STILL_FRAME_OF_DIPS : STILL_FRAME;
}

/** Two flat pictures and the transition between them, drawn by the monitor's own compositor. */
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
    background: "#000000",
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

function painter(canvas: HTMLCanvasElement, kind: TransitionKind): (frame: number) => void {
  const target = canvas.getContext("2d", { alpha: false });
  const plan = planOf(kind);
  const pictures = new Map([
    ["left", tone(canvas, "--clip-video")],
    ["right", tone(canvas, "--clip-text")],
  ]);
  const aside = createAsideLayer();
  return (frame) => {
    if (target === null) return;
    const ops = composeAt(plan, frame);
    drawFrame({ target, aside }, plan, ops, (op) => pictures.get(op.clipId) ?? null);
  };
}

/** A small picture of a transition; it runs while it is pointed at or has the focus. */
export function TransitionPicture(props: {
  readonly kind: TransitionKind;
  readonly running: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [paint, setPaint] = useState<((frame: number) => void) | null>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const made = painter(canvas.current, props.kind);
    made(stillFrame(props.kind));
    setPaint(() => made);
  }, [props.kind]);
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (paint === null || !props.running || still) return undefined;
    const began = performance.now();
    let request = requestAnimationFrame(function next(now) {
      const at = Math.floor(((now - began) / 1000) * FRAMES) % (FRAMES + HOLD_FRAMES);
      paint(Math.min(FRAMES - 1, Math.max(0, at)));
      request = requestAnimationFrame(next);
    });
    return () => {
      cancelAnimationFrame(request);
      paint(stillFrame(props.kind));
    };
  }, [paint, props.kind, props.running]);
  return (
    <canvas ref={canvas} className={css["picture"]} width={WIDTH} height={HEIGHT} aria-hidden />
  );
}
