"use client";
import { composeAt, compile } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { type MediaFacts, framesToFlicks, mediaClipFrom, newProject } from "@cutroom/timeline";
import { useEffect, useRef, useState } from "react";
import { createAsideLayer } from "../../engine/aside-layer.ts";
import { drawFrame } from "../../engine/compose.ts";
import { applyEdits } from "../state/document.ts";
import { type EffectId, effectEdits } from "./effect-presets.ts";
import css from "../panels/transitions-panel.module.css";

const WIDTH = 160;
const HEIGHT = 90;
const FRAMES = 36;
const RATE = { n: 24, d: 1 };
/** Where movements have got somewhere. */
const STILL_FRAME = 8;

/** The effect on a small picture, through the compiler as any project goes. */
function planOf(id: EffectId): RenderPlan | null {
  const base = newProject({ rate: RATE, width: WIDTH, height: HEIGHT });
  // A backdrop shows only beside a picture that leaves room for it.
  const size =
    id === "backdrop" ? { width: HEIGHT, height: HEIGHT } : { width: WIDTH, height: HEIGHT };
  const video = { ...size, rate: RATE, frameCount: 1, hasAlpha: false } as const;
  const facts: MediaFacts = {
    kind: "image",
    duration: 0,
    video: { ...video, matrix: "bt709", range: "tv" },
    audio: null,
  };
  const asset = { assetId: "sample", checksum: "0".repeat(64), name: "", facts };
  const place = { id: "sample", trackId: "video-1", startFlicks: 0, rate: RATE };
  const made = mediaClipFrom(asset, place);
  if (!made.ok) return null;
  const clip = { ...made.value, duration: framesToFlicks(FRAMES, RATE) };
  const document = { ...base, clips: { [clip.id]: clip } };
  const applied = applyEdits(document, effectEdits(id, [clip], base.settings));
  if (!applied.ok) return null;
  const target = { width: WIDTH, height: HEIGHT, rate: RATE };
  const plan = compile(applied.value, { sample: facts }, target);
  return plan.ok ? plan.value : null;
}

/** Sky, sun, hills and a green card: something for every effect to show on. */
function sample(id: EffectId): OffscreenCanvas {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill(id === "green-screen" ? "#00b140" : "#7fb4dc", 0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#f4c95d";
  context.beginPath();
  context.arc(112, 30, 16, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#5d7f4e";
  context.beginPath();
  context.ellipse(40, 92, 70, 38, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#3d5a6c";
  context.beginPath();
  context.ellipse(130, 98, 60, 34, 0, 0, 2 * Math.PI);
  context.fill();
  fill("#c8553d", 58, 44, 18, 22);
  return canvas;
}

function painter(canvas: HTMLCanvasElement, id: EffectId): ((frame: number) => void) | null {
  const target = canvas.getContext("2d", { alpha: false });
  const plan = planOf(id);
  if (target === null || plan === null) return null;
  const picture = { image: sample(id), rect: null };
  const aside = createAsideLayer();
  return (frame) => drawFrame({ target, aside }, plan, composeAt(plan, frame), () => picture);
}

/** A small picture of an effect; it moves while it is pointed at or has the focus. */
export function EffectPicture(props: { readonly id: EffectId; readonly running: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [paint, setPaint] = useState<((frame: number) => void) | null>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    const made = painter(canvas.current, props.id);
    made?.(STILL_FRAME);
    setPaint(() => made);
  }, [props.id]);
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (paint === null || !props.running || still) return undefined;
    const began = performance.now();
    let request = requestAnimationFrame(function next(now) {
      paint(Math.floor(((now - began) / 1000) * RATE.n) % FRAMES);
      request = requestAnimationFrame(next);
    });
    return () => {
      cancelAnimationFrame(request);
      paint(STILL_FRAME);
    };
  }, [paint, props.running]);
  return (
    <canvas ref={canvas} className={css["picture"]} width={WIDTH} height={HEIGHT} aria-hidden />
  );
}
