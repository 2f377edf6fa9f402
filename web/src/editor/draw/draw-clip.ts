import {
  type Clip,
  type SyncOffset,
  type Track,
  type TrackKind,
  soundStreamOf,
} from "@cutroom/timeline";
import type { Asset } from "@cutroom/contracts";
import { keyTimes } from "../keyframes/pose-edits.ts";
import type { ClipMaking } from "../generation/clip-making.ts";
import type { ClipMedia } from "../media/clip-media.ts";
import { KNOBS_FROM_PX, fadesOf, knobY } from "../timeline/hit-test.ts";
import { type View, flicksToPx } from "../timeline/viewport-maths.ts";
import { badgesOf, drawBadges } from "./draw-badges.ts";
import { type Inside, drawCompound } from "./draw-compound.ts";
import { drawMaking } from "./draw-making.ts";
import { type Box, drawFilmstrip } from "./draw-filmstrip.ts";
import { fitText } from "./fit-text.ts";
import { drawRamp } from "./draw-ramp.ts";
import { drawWaveform } from "./draw-waveform.ts";
import { type Theme, hueOf } from "./theme.ts";

interface ClipLook {
  readonly clip: Clip;
  readonly track: Track;
  readonly asset: Asset | undefined;
  /** False until the library is known: an unknown asset is not yet a lost one. */
  readonly media: ClipMedia | null;
  readonly making: ClipMaking | null;
  readonly box: Box;
  readonly selected: boolean;
  readonly hovered: boolean;
  readonly carried: boolean;
  readonly sync: SyncOffset | undefined;
  /** Null but for a compound clip. */
  readonly inside: Inside | null;
}

const RADIUS = 4;
/** Of a clip from the top and bottom of its row. */
export const CLIP_INSET_PX = 2;
const NAME_HEIGHT = 16;
const WAVE_SHARE = 0.36;

function rounded(ctx: CanvasRenderingContext2D, box: Box, inset = 0): void {
  ctx.beginPath();
  ctx.roundRect(
    box.x + inset,
    box.y + inset,
    Math.max(1, box.width - inset * 2),
    box.height - inset * 2,
    Math.min(RADIUS, box.width / 2),
  );
}

function drawBody(
  ctx: CanvasRenderingContext2D,
  look: ClipLook,
  view: View,
  colours: { readonly body: string; readonly line: string },
): void {
  const { clip, media, asset, box } = look;
  ctx.fillStyle = colours.body;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  if (clip.kind === "compound" && look.inside !== null) {
    drawCompound(ctx, clip, look.inside, box, { view, colour: colours.line });
  }
  if (clip.kind !== "media" || media === null) return;
  const range = { pxPerSecond: view.pxPerSecond, fromX: 0, toX: view.widthPx };
  const isSound = clip.mediaKind === "audio";
  const waveHeight = media.peaks === null ? 0 : isSound ? box.height - 4 : box.height * WAVE_SHARE;
  if (!isSound) {
    const strip = { ...box, height: box.height - waveHeight };
    drawFilmstrip(ctx, clip, media, strip, range);
  }
  if (media.peaks !== null) {
    const y = isSound ? box.y + 2 : box.y + box.height - waveHeight;
    if (!isSound) {
      ctx.fillStyle = colours.body;
      ctx.fillRect(box.x, y, box.width, waveHeight);
    }
    const wave = { ...box, y, height: waveHeight };
    const stream = soundStreamOf(clip.audio, asset?.facts);
    drawWaveform(ctx, clip, media.peaks, wave, { ...range, stream, colour: colours.line });
  }
}

function drawName(ctx: CanvasRenderingContext2D, look: ClipLook, theme: Theme): void {
  const { box, clip } = look;
  if (box.width < 22) return;
  // The name stays in sight while its clip is scrolled half out on the left.
  const left = Math.max(box.x, 0);
  const width = box.x + box.width - left;
  const words = clip.kind === "text" || clip.kind === "caption" ? clip.text : "";
  const text = words.trim() === "" ? clip.name : words;
  ctx.font = `500 11px ${theme.font}`;
  const shown = fitText(ctx, text.replaceAll("\n", " "), width - 14);
  if (shown.text === "") return;
  const overPictures = clip.kind === "media" || clip.kind === "compound";
  if (overPictures) {
    const scrim = Math.min(width, shown.widthPx + 14);
    ctx.fillStyle = theme.scrim;
    ctx.fillRect(left, box.y, scrim, NAME_HEIGHT);
  }
  ctx.fillStyle = theme.ink;
  ctx.textBaseline = "middle";
  const y = overPictures ? box.y + NAME_HEIGHT / 2 + 0.5 : box.y + box.height / 2;
  ctx.fillText(shown.text, left + 7, y);
}

function drawFades(ctx: CanvasRenderingContext2D, look: ClipLook, view: View, theme: Theme): void {
  const { box, clip } = look;
  const { fadeIn, fadeOut } = fadesOf(clip);
  const inX = flicksToPx(view, clip.start + fadeIn);
  const outX = flicksToPx(view, clip.start + clip.duration - fadeOut);
  ctx.fillStyle = theme.shade;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1;
  const wedge = (cornerX: number, topX: number) => {
    ctx.beginPath();
    ctx.moveTo(cornerX, box.y + box.height);
    ctx.lineTo(topX, box.y);
    ctx.lineTo(cornerX, box.y);
    ctx.closePath();
    ctx.fill();
    ctx.beginPath();
    ctx.moveTo(cornerX, box.y + box.height);
    ctx.lineTo(topX, box.y);
    ctx.stroke();
  };
  if (fadeIn > 0) wedge(box.x, inX);
  if (fadeOut > 0) wedge(box.x + box.width, outX);
  if (!(look.hovered || look.selected) || box.width < KNOBS_FROM_PX || look.carried) return;
  const knob = (x: number) => {
    ctx.beginPath();
    ctx.arc(x, box.y - CLIP_INSET_PX + knobY(box.height + 2 * CLIP_INSET_PX), 4, 0, Math.PI * 2);
    ctx.fillStyle = theme.ink;
    ctx.fill();
    ctx.strokeStyle = theme.ground;
    ctx.stroke();
  };
  knob(inX + (fadeIn === 0 ? 16 : 0));
  knob(outX - (fadeOut === 0 ? 16 : 0));
}

/** Diamonds where the clip has keys. */
function drawKeys(ctx: CanvasRenderingContext2D, look: ClipLook, view: View, theme: Theme): void {
  const { box, clip } = look;
  if (!("keys" in clip) || box.width < 8) return;
  const y = box.y + box.height - 7;
  ctx.fillStyle = theme.ink;
  ctx.strokeStyle = theme.ground;
  ctx.lineWidth = 1;
  for (const at of keyTimes(clip)) {
    const x = flicksToPx(view, clip.start + at);
    ctx.beginPath();
    ctx.moveTo(x, y - 4);
    ctx.lineTo(x + 4, y);
    ctx.lineTo(x, y + 4);
    ctx.lineTo(x - 4, y);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
}

function drawEdges(ctx: CanvasRenderingContext2D, look: ClipLook, theme: Theme): void {
  const { box } = look;
  rounded(ctx, box, 0.5);
  ctx.strokeStyle = theme.shade;
  ctx.lineWidth = 1;
  ctx.stroke();
  if (look.hovered && !look.selected && !look.carried) {
    ctx.strokeStyle = theme.outline;
    ctx.stroke();
  }
  if (look.selected || look.carried) {
    rounded(ctx, box, 1);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2;
    if (look.carried) ctx.setLineDash([5, 3]);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  if (look.hovered && box.width > 24 && !look.carried) {
    ctx.fillStyle = theme.ink;
    ctx.globalAlpha = 0.85;
    const y = box.y + box.height / 2 - 8;
    ctx.fillRect(box.x + 2, y, 2, 16);
    ctx.fillRect(box.x + box.width - 4, y, 2, 16);
    ctx.globalAlpha = 1;
  }
}

/** One clip, whatever its width: strip, wave and name never vanish before the clip does. */
export function drawClip(
  ctx: CanvasRenderingContext2D,
  look: ClipLook,
  view: View,
  theme: Theme,
  trackKind: TrackKind,
): void {
  const off = look.track.hidden || (trackKind === "audio" && look.track.muted);
  ctx.save();
  ctx.globalAlpha = look.carried ? 0.75 : off ? 0.4 : 1;
  rounded(ctx, look.box);
  ctx.save();
  ctx.clip();
  drawBody(ctx, look, view, theme.clip[hueOf(look.clip, trackKind, look.asset)]);
  drawFades(ctx, look, view, theme);
  drawName(ctx, look, theme);
  drawRamp(ctx, look.clip, look.box, { widthPx: view.widthPx, theme });
  drawKeys(ctx, look, view, theme);
  if (look.making === null) {
    drawBadges(ctx, badgesOf(look.clip, look.asset, look.sync), look.box, theme);
  } else drawMaking(ctx, look.making, look.box, theme);
  ctx.restore();
  drawEdges(ctx, look, theme);
  ctx.restore();
}
