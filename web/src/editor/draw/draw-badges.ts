import type { Asset } from "@cutroom/contracts";
import type { Clip, SyncOffset } from "@cutroom/timeline";
import type { Box } from "./draw-filmstrip.ts";
import type { Theme } from "./theme.ts";

interface ClipBadge {
  readonly kind:
    | "speed"
    | "reversed"
    | "frozen"
    | "muted"
    | "processing"
    | "sync"
    | "group"
    | "compound";
  readonly text: string;
  readonly tone: "quiet" | "warn";
}

/** What a person has to know about a clip at a glance; text and sign, never colour alone. */
export function badgesOf(
  clip: Clip,
  asset: Asset | undefined,
  sync: SyncOffset | undefined,
): readonly ClipBadge[] {
  const badges: ClipBadge[] = [];
  if (sync !== undefined) {
    const text = sync.frames > 0 ? `+${sync.frames}` : `\u2212${-sync.frames}`;
    badges.push({ kind: "sync", text, tone: "warn" });
  }
  if (clip.groupId !== undefined) badges.push({ kind: "group", text: "", tone: "quiet" });
  if (clip.kind === "compound") {
    badges.push({ kind: "compound", text: "", tone: "quiet" });
    if (clip.audio.muted) badges.push({ kind: "muted", text: "", tone: "quiet" });
  }
  if (clip.kind !== "media") return badges;
  if (asset !== undefined && asset.state !== "READY") {
    badges.push({ kind: "processing", text: `${asset.progress}%`, tone: "warn" });
  }
  const speed = clip.speed.n / clip.speed.d;
  if (speed !== 1) {
    const text = `${Number(speed.toFixed(2))}×`;
    badges.push({ kind: "speed", text, tone: "quiet" });
  }
  if (clip.reversed) badges.push({ kind: "reversed", text: "", tone: "quiet" });
  if (clip.frozen) badges.push({ kind: "frozen", text: "", tone: "quiet" });
  if (clip.audio.muted && clip.mediaKind !== "image") {
    badges.push({ kind: "muted", text: "", tone: "quiet" });
  }
  return badges;
}

/** From the lower right corner leftwards, as long as they fit. */
export function drawBadges(
  ctx: CanvasRenderingContext2D,
  badges: readonly ClipBadge[],
  box: Box,
  theme: Theme,
): void {
  if (badges.length === 0) return;
  ctx.font = `600 10px ${theme.font}`;
  ctx.textBaseline = "middle";
  let right = box.x + box.width - 6;
  const tones = { quiet: theme.ink, warn: theme.warnOnScrim };
  for (const badge of badges) {
    const sign = SIGNS[badge.kind];
    const width = (sign ? 10 : ctx.measureText(badge.text).width) + 8;
    if (right - width < box.x + 2) return;
    const y = box.y + box.height - 17;
    ctx.fillStyle = theme.scrim;
    ctx.beginPath();
    ctx.roundRect(right - width, y, width, 14, 3);
    ctx.fill();
    ctx.fillStyle = tones[badge.tone];
    if (sign) sign(ctx, right - width + 4, y + 7, theme.ink);
    else ctx.fillText(badge.text, right - width + 4, y + 7.5);
    right -= width + 3;
  }
}

/*
 * Signs are drawn: a font may lack them, or have an emoji in their place.
 */

/** A loudspeaker with a stroke through it. */
function drawMutedSign(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, y - 1.5);
  ctx.lineTo(x + 2.5, y - 1.5);
  ctx.lineTo(x + 5.5, y - 4);
  ctx.lineTo(x + 5.5, y + 4);
  ctx.lineTo(x + 2.5, y + 1.5);
  ctx.lineTo(x, y + 1.5);
  ctx.closePath();
  ctx.moveTo(x + 7, y - 2);
  ctx.lineTo(x + 10, y + 2);
  ctx.moveTo(x + 10, y - 2);
  ctx.lineTo(x + 7, y + 2);
  ctx.stroke();
}

/** Two sheets, one over the other. */
function drawGroupSign(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y - 3.5, 6, 5);
  ctx.strokeRect(x + 3.5, y - 0.5, 6, 5);
}

/** A frame that holds two bars. */
function drawCompoundSign(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.strokeRect(x + 0.5, y - 3.5, 9, 7);
  ctx.fillStyle = colour;
  ctx.fillRect(x + 2, y - 2, 4, 1.5);
  ctx.fillRect(x + 4, y + 0.5, 4, 1.5);
}

/** Backwards. */
function drawReversedSign(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  for (const tip of [x, x + 5]) {
    ctx.moveTo(tip, y);
    ctx.lineTo(tip + 5, y - 4);
    ctx.lineTo(tip + 5, y + 4);
    ctx.closePath();
  }
  ctx.fill();
}

/** Held. */
function drawFrozenSign(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  ctx.fillStyle = colour;
  ctx.fillRect(x + 2, y - 4, 2, 8);
  ctx.fillRect(x + 6, y - 4, 2, 8);
}

const SIGNS: { readonly [Kind in ClipBadge["kind"]]?: typeof drawMutedSign } = {
  muted: drawMutedSign,
  group: drawGroupSign,
  compound: drawCompoundSign,
  reversed: drawReversedSign,
  frozen: drawFrozenSign,
};
