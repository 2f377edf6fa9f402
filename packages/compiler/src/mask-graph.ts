/** The masks of transitions as FFmpeg draws them: grey streams, white where the picture shows. */
import type { Reveal } from "./envelope.ts";
import { decimal, fraction, frameBase } from "./graph.ts";
import type { LegContext, Leg, Window } from "./picture-leg.ts";
import { xfadeOf } from "./transitions.ts";

/**
 * A full-frame mask for frames [window.fromFrame, window.toFrame). Two plain colours go
 * through FFmpeg's own shape: the pictures themselves never leave 4:2:0, and their alpha
 * follows the mask exactly.
 */
export function maskStream(context: LegContext, reveal: Reveal, window: Window): string {
  const { graph, plan } = context;
  const lead = Math.max(0, window.fromFrame - reveal.startFrame);
  const length = window.toFrame - window.fromFrame + lead;
  const plain = (colour: string) =>
    graph.chain(
      [],
      [
        `color=c=${colour}:s=${plan.width}x${plan.height}:r=${fraction(plan.rate)}`,
        "trim=end_frame=1",
        "format=gbrp",
        "setsar=1",
        "tpad=stop_mode=clone:stop=-1",
        `settb=${frameBase(plan.rate)}`,
        "setpts=N",
        `fps=${fraction(plan.rate)}:round=near:start_time=0`,
        `trim=end_frame=${length + 2}`,
      ],
    );
  const seconds = (frames: number) => decimal((frames * plan.rate.d) / plan.rate.n);
  const offset = Math.max(0, reveal.startFrame - window.fromFrame);
  const [from, to] = reveal.side === "right" ? ["black", "white"] : ["white", "black"];
  const shape = `xfade=transition=${xfadeOf(reveal.kind)}`;
  return graph.chain(
    [plain(from), plain(to)],
    [
      `${shape}:duration=${seconds(reveal.frameCount)}:offset=${seconds(offset)}`,
      "extractplanes=g",
      `trim=start_frame=${lead}:end_frame=${length}`,
      "setpts=N",
    ],
  );
}

/** The leg with the part of it cut away that lies outside the frame; null when nothing is left. */
export function insideFrame(context: LegContext, leg: Leg): Leg | null {
  const { plan, graph } = context;
  const x = Math.max(0, leg.rect.x);
  const y = Math.max(0, leg.rect.y);
  const width = Math.min(plan.width, leg.rect.x + leg.rect.width) - x;
  const height = Math.min(plan.height, leg.rect.y + leg.rect.height) - y;
  if (width <= 0 || height <= 0) return null;
  if (width === leg.rect.width && height === leg.rect.height) return leg;
  const crop = `crop=${width}:${height}:${x - leg.rect.x}:${y - leg.rect.y}`;
  return { label: graph.chain([leg.label], [crop]), rect: { x, y, width, height } };
}

/** A leg with alpha whose alpha is multiplied by the masks; null when it is off the frame. */
export function maskedLeg(
  context: LegContext,
  leg: Leg,
  reveals: readonly Reveal[],
  window: Window,
): Leg | null {
  const { graph } = context;
  const touching = reveals.filter(
    (one) => one.startFrame < window.toFrame && one.startFrame + one.frameCount > window.fromFrame,
  );
  if (touching.length === 0) return leg;
  const inside = insideFrame(context, leg);
  if (!inside) return null;
  const { rect } = inside;
  let { label } = inside;
  for (const reveal of touching) {
    const mask = graph.chain(
      [maskStream(context, reveal, window)],
      [`crop=${rect.width}:${rect.height}:${rect.x}:${rect.y}`],
    );
    const [picture = label, alphaOf = label] = graph.split(label, 2);
    const alpha = graph.chain([alphaOf], ["alphaextract"]);
    const product = graph.chain([alpha, mask], ["blend=all_mode=multiply"]);
    label = graph.chain([picture, product], ["alphamerge"]);
  }
  return { label, rect };
}
