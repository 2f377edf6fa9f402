"use client";
import { composeAt, compile } from "@cutroom/compiler";
import type { ColourTable, PlanLut, RenderPlan } from "@cutroom/compiler";
import {
  type Edit,
  type MediaClip,
  type MediaFacts,
  type ProjectSettings,
  framesToFlicks,
  mediaClipFrom,
  newProject,
} from "@cutroom/timeline";
import { useMemo } from "react";
import { createAsideLayer } from "../../engine/aside-layer.ts";
import { drawFrame } from "../../engine/compose.ts";
import type { ClipPicture } from "../media/clip-picture.ts";
import { TileCanvas, type TileFilm } from "../panels/tile-canvas.tsx";
import { applyEdits } from "../state/document.ts";

const WIDTH = 160;
const HEIGHT = 90;
const FRAMES = 36;
const RATE = { n: 24, d: 1 };
/** Where movements have got somewhere. */
const STILL_FRAME = 8;

/** What effects are shown on: a clip with its own look and place, in the project's frame. */
export interface EffectSubject {
  readonly clip: Pick<MediaClip, "look" | "transform">;
  readonly picture: ClipPicture;
  readonly frame: Pick<ProjectSettings, "width" | "height">;
}

/** What a tile stands for. The same object until something of it changes. */
export interface ShownEffect {
  readonly edits: (clips: readonly MediaClip[], settings: ProjectSettings) => readonly Edit[];
  /** What it is shown on while there is no clip. */
  readonly on: "picture" | "square" | "green";
  /** For an effect with a table of colours from a file; null while that is not here. */
  readonly tableOf?: (lut: PlanLut) => ColourTable | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The project's frame in the room of a tile. */
function tileSize(subject: EffectSubject | null): Size {
  if (subject === null) return { width: WIDTH, height: HEIGHT };
  const { width, height } = subject.frame;
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  // Codecs and the compiler want even sizes.
  const even = (px: number) => Math.max(2, 2 * Math.round((px * scale) / 2));
  return { width: even(width), height: even(height) };
}

/** The effect on a small picture, through the compiler as any project goes. */
function planOf(
  { edits }: ShownEffect,
  image: Size,
  subject: EffectSubject | null,
): RenderPlan | null {
  const size = tileSize(subject);
  const base = newProject({ rate: RATE, ...size });
  const video = {
    width: image.width,
    height: image.height,
    rate: RATE,
    frameCount: 1,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  } as const;
  const facts: MediaFacts = { kind: "image", duration: 0, video, audio: null };
  const asset = { assetId: "sample", checksum: "0".repeat(64), name: "", facts };
  const place = { id: "sample", trackId: "video-1", startFlicks: 0, rate: RATE };
  const made = mediaClipFrom(asset, place);
  if (!made.ok) return null;
  const own = subject === null ? {} : ownLook(subject.clip);
  const clip = { ...made.value, ...own, duration: framesToFlicks(FRAMES, RATE) };
  const document = { ...base, clips: { [clip.id]: clip } };
  const applied = applyEdits(document, edits([clip], base.settings));
  if (!applied.ok) return null;
  const plan = compile(applied.value, { sample: facts }, { ...size, rate: RATE });
  return plan.ok ? plan.value : null;
}

/** What stays of the clip under an effect. */
function ownLook({ look, transform }: EffectSubject["clip"]): Partial<MediaClip> {
  return look === undefined ? { transform } : { transform, look };
}

/** Sky, sun, hills and a green card: something for every effect to show on. */
function sample(on: ShownEffect["on"]): OffscreenCanvas {
  // A backdrop shows only beside a picture that leaves room for it.
  const canvas = new OffscreenCanvas(on === "square" ? HEIGHT : WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  fill(on === "green" ? "#00b140" : "#7fb4dc", 0, 0, WIDTH, HEIGHT);
  // Drawn for the whole width, and squeezed with it.
  context.scale(canvas.width / WIDTH, 1);
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

function filmOf(effect: ShownEffect, subject: EffectSubject | null): TileFilm {
  return {
    ...tileSize(subject),
    framesPerSecond: RATE.n,
    frameCount: FRAMES,
    stillFrame: STILL_FRAME,
    painterOf: (canvas) => {
      const target = canvas.getContext("2d", { alpha: false });
      const image = subject?.picture.image ?? sample(effect.on);
      const plan = planOf(effect, image, subject);
      if (target === null || plan === null) return null;
      const picture = { image, rect: null };
      const { tableOf } = effect;
      const surface = { target, aside: createAsideLayer(), ...(tableOf && { tableOf }) };
      return (frame) => drawFrame(surface, plan, composeAt(plan, frame), () => picture);
    },
  };
}

/** An effect as it would look: on the clip that would get it, or on a sample while there is none. */
export function EffectPicture(props: {
  readonly effect: ShownEffect;
  readonly subject: EffectSubject | null;
  readonly running: boolean;
}) {
  const { effect, subject } = props;
  const film = useMemo(() => filmOf(effect, subject), [effect, subject]);
  return <TileCanvas film={film} running={props.running} />;
}
