import {
  type Clip,
  type Flicks,
  type ProjectDocument,
  clipsOnTrack,
  shownPictures,
  syncOffsets,
} from "@cutroom/timeline";
import type { Asset } from "@cutroom/contracts";
import type { ClipMaking } from "../generation/clip-making.ts";
import type { ClipMedia } from "../media/clip-media.ts";
import type { Row } from "../timeline/rows.ts";
import { transitionSpan } from "../timeline/transition-span.ts";
import { type View, flicksToPx, pxToFlicks } from "../timeline/viewport-maths.ts";
import { CLIP_INSET_PX, drawClip } from "./draw-clip.ts";
import type { Inside } from "./draw-compound.ts";
import type { Box } from "./draw-filmstrip.ts";
import type { OverwrittenPart } from "./overwritten.ts";
import { type Theme, hueOf } from "./theme.ts";

export interface Bubble {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
  readonly bad: boolean;
}

/** Everything that one frame of the lanes shows. */
interface Scene {
  readonly document: ProjectDocument;
  readonly rows: readonly Row[];
  readonly view: View;
  /** Of the content above the visible part. */
  readonly scrollTopPx: number;
  readonly heightPx: number;
  readonly assets: Readonly<Record<string, Asset>>;
  readonly mediaOf: (asset: Asset) => ClipMedia;
  readonly makingOf: (clip: Clip) => ClipMaking | null;
  readonly selected: ReadonlySet<string>;
  readonly selectedTransitionId: string | null;
  readonly hoveredClipId: string | null;
  readonly focusedClipId: string | null;
  readonly carried: ReadonlySet<string>;
  readonly overwritten: readonly OverwrittenPart[];
  readonly snapAtFlicks: Flicks | null;
  readonly marquee: {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
  } | null;
  readonly bubble: Bubble | null;
}

function drawRows(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  for (const row of scene.rows) {
    const y = row.topPx - scene.scrollTopPx;
    if (y > scene.heightPx || y + row.heightPx < 0) continue;
    ctx.fillStyle = theme.hairline;
    ctx.fillRect(0, y + row.heightPx, scene.view.widthPx, 1);
    const track = scene.document.tracks[row.trackId];
    if (track?.locked === true) {
      ctx.fillStyle = theme.hairline;
      for (let x = (y % 10) - 10; x < scene.view.widthPx; x += 10) {
        ctx.fillRect(x, y, 1, row.heightPx);
      }
    }
  }
}

/** Narrower than this a clip is a block of its colour: nothing inside it could be seen. */
const BLOCK_BELOW_PX = 5;

function boxOf(clip: Clip, scene: Scene, row: Row): Box {
  const x = flicksToPx(scene.view, clip.start);
  const width = flicksToPx(scene.view, clip.start + clip.duration) - x;
  return {
    x,
    y: row.topPx - scene.scrollTopPx + CLIP_INSET_PX,
    // One pixel of the width is the seam to the neighbour, as long as there is one to give.
    width: Math.max(1, width > 3 ? width - 1 : width),
    height: row.heightPx - CLIP_INSET_PX * 2,
  };
}

/** The clips of the track that reach into the view, found by bisection. */
function clipsInView(document: ProjectDocument, trackId: string, view: View): readonly Clip[] {
  const clips = clipsOnTrack(document, trackId);
  const [from, to] = [view.scrollFlicks, pxToFlicks(view, view.widthPx)];
  const firstWhere = (isPast: (clip: Clip) => boolean): number => {
    let [low, high] = [0, clips.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const clip = clips[middle];
      if (clip !== undefined && !isPast(clip)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return clips.slice(
    firstWhere((clip) => clip.start + clip.duration >= from),
    firstWhere((clip) => clip.start > to),
  );
}

function drawBlock(
  ctx: CanvasRenderingContext2D,
  clip: Clip,
  scene: Scene,
  theme: Theme,
  place: { readonly row: Row; readonly box: Box },
): void {
  const { row, box } = place;
  const track = scene.document.tracks[row.trackId];
  const off = track?.hidden === true || (row.kind === "audio" && track?.muted === true);
  ctx.globalAlpha = off ? 0.4 : 1;
  const marked = scene.selected.has(clip.id) || scene.carried.has(clip.id);
  const asset = clip.kind === "media" ? scene.assets[clip.assetId] : undefined;
  ctx.fillStyle = marked ? theme.accent : theme.clip[hueOf(clip, row.kind, asset)].body;
  ctx.fillRect(box.x, box.y, box.width, box.height);
  ctx.globalAlpha = 1;
}

function insideOf(clip: Clip, scene: Scene): Inside | null {
  if (clip.kind !== "compound") return null;
  const sequence = scene.document.sequences?.[clip.sequenceId];
  if (sequence === undefined) return null;
  const pictures = shownPictures(scene.document, clip).flatMap((one) => {
    const asset = scene.assets[one.assetId];
    return asset === undefined ? [] : [{ clip: one, media: scene.mediaOf(asset) }];
  });
  return { sequence, pictures };
}

function drawRowClips(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme, row: Row): void {
  const { view, document } = scene;
  const track = document.tracks[row.trackId];
  const y = row.topPx - scene.scrollTopPx;
  if (track === undefined || y > scene.heightPx || y + row.heightPx < 0) return;
  const clips = clipsInView(document, row.trackId, view);
  const sync = syncOffsets(document);
  const order = [
    ...clips.filter(({ id }) => !scene.carried.has(id)),
    ...clips.filter(({ id }) => scene.carried.has(id)),
  ];
  for (const clip of order) {
    const box = boxOf(clip, scene, row);
    const asset = clip.kind === "media" ? scene.assets[clip.assetId] : undefined;
    const look = {
      clip,
      track,
      asset,
      media: asset === undefined ? null : scene.mediaOf(asset),
      making: scene.makingOf(clip),
      box,
      selected: scene.selected.has(clip.id),
      hovered: scene.hoveredClipId === clip.id,
      carried: scene.carried.has(clip.id),
      sync: sync.get(clip.id),
      inside: insideOf(clip, scene),
    };
    if (box.width < BLOCK_BELOW_PX) drawBlock(ctx, clip, scene, theme, { row, box });
    else drawClip(ctx, look, view, theme, track.kind);
    if (scene.focusedClipId === clip.id) {
      ctx.strokeStyle = theme.text;
      ctx.lineWidth = 2;
      ctx.strokeRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
    }
  }
}

function drawTransitions(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  for (const transition of Object.values(scene.document.transitions)) {
    const span = transitionSpan(scene.document, transition);
    const row = scene.rows.find(({ trackId }) => trackId === span?.trackId);
    if (span === null || row === undefined) continue;
    const x = flicksToPx(scene.view, span.start);
    const width = flicksToPx(scene.view, span.end) - x;
    if (x > scene.view.widthPx || x + width < 0) continue;
    const height = Math.round(row.heightPx * 0.44);
    const y = row.topPx - scene.scrollTopPx + row.heightPx - height - 3;
    const on = transition.id === scene.selectedTransitionId;
    ctx.beginPath();
    ctx.roundRect(x, y, width, height, 3);
    ctx.fillStyle = theme.scrim;
    ctx.fill();
    ctx.strokeStyle = on ? theme.accent : theme.ink;
    ctx.lineWidth = on ? 2 : 1;
    ctx.stroke();
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + width, y + height);
    ctx.moveTo(x, y + height);
    ctx.lineTo(x + width, y);
    ctx.globalAlpha = 0.6;
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
}

function drawOverwritten(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  for (const part of scene.overwritten) {
    const row = scene.rows.find(({ trackId }) => trackId === part.trackId);
    if (row === undefined) continue;
    const x = flicksToPx(scene.view, part.start);
    const width = flicksToPx(scene.view, part.end) - x;
    const y = row.topPx - scene.scrollTopPx + CLIP_INSET_PX;
    const height = row.heightPx - CLIP_INSET_PX * 2;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, width, height);
    ctx.clip();
    ctx.fillStyle = theme.badSoft;
    ctx.fillRect(x, y, width, height);
    ctx.strokeStyle = theme.bad;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    for (let at = x - height; at < x + width; at += 9) {
      ctx.moveTo(at, y + height);
      ctx.lineTo(at + height, y);
    }
    ctx.stroke();
    ctx.restore();
  }
}

function drawBubble(
  ctx: CanvasRenderingContext2D,
  bubble: Bubble,
  scene: Scene,
  theme: Theme,
): void {
  ctx.font = `500 11px ${theme.font}`;
  ctx.textBaseline = "middle";
  const width = Math.max(...bubble.lines.map((line) => ctx.measureText(line).width)) + 16;
  const height = bubble.lines.length * 15 + 8;
  const x = Math.max(4, Math.min(bubble.x + 14, scene.view.widthPx - width - 4));
  const y = Math.max(4, Math.min(bubble.y - height - 10, scene.heightPx - height - 4));
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 4);
  ctx.fillStyle = theme.raised;
  ctx.fill();
  ctx.strokeStyle = bubble.bad ? theme.bad : theme.outline;
  ctx.lineWidth = 1;
  ctx.stroke();
  for (const [index, line] of bubble.lines.entries()) {
    ctx.fillStyle = bubble.bad ? theme.bad : index === 0 ? theme.text : theme.quiet;
    ctx.fillText(line, x + 8, y + 12 + index * 15);
  }
}

function drawMarquee(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  if (scene.marquee === null) return;
  const { x0, y0, x1, y1 } = scene.marquee;
  const y = Math.min(y0, y1) - scene.scrollTopPx;
  ctx.fillStyle = theme.accentSoft;
  ctx.fillRect(Math.min(x0, x1), y, Math.abs(x1 - x0), Math.abs(y1 - y0));
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1;
  ctx.strokeRect(Math.min(x0, x1) + 0.5, y + 0.5, Math.abs(x1 - x0), Math.abs(y1 - y0));
}

/** Draws the lanes. Nothing here reads the page's layout. */
export function drawScene(ctx: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
  ctx.clearRect(0, 0, scene.view.widthPx, scene.heightPx);
  drawRows(ctx, scene, theme);
  for (const row of scene.rows) drawRowClips(ctx, scene, theme, row);
  drawTransitions(ctx, scene, theme);
  drawOverwritten(ctx, scene, theme);
  if (scene.snapAtFlicks !== null) {
    ctx.fillStyle = theme.accent;
    ctx.fillRect(Math.round(flicksToPx(scene.view, scene.snapAtFlicks)), 0, 1, scene.heightPx);
  }
  drawMarquee(ctx, scene, theme);
  if (scene.bubble !== null) drawBubble(ctx, scene.bubble, scene, theme);
}
