/**
 * The exact picture of one frame needs one group of pictures of each file, not the file. These
 * functions turn a one-frame plan over whole files into the same frame over short cuts of them.
 */
import { composeAt } from "@cutroom/compiler";
import type { DrawOp, PlanInput, PlanPicture, RenderPlan } from "@cutroom/compiler";
import { framesToFlicks } from "@cutroom/timeline";

type VideoInput = Extract<PlanInput, { kind: "video" }>;

/** A cut of a video file: its frame 0 is frame `firstFrame` of the whole. */
export interface VideoCut {
  readonly inputId: string;
  readonly clipId: string;
  readonly firstFrame: number;
  readonly frameCount: number;
}

/** What has to be cut for frame 0 of `slice`: one source frame for each video picture. */
export function wantedFrames(
  slice: RenderPlan,
): { readonly op: DrawOp; readonly input: VideoInput }[] {
  return composeAt(slice, 0).flatMap((op) => {
    const input = slice.inputs.find((one) => one.id === op.inputId);
    return input?.kind === "video" ? [{ op, input }] : [];
  });
}

/** The input id of a picture's own cut. */
export function cutId(index: number): string {
  return `cut-${index}`;
}

/**
 * `slice` (one frame long) reading from `cuts` instead of from whole files. Cut number i becomes
 * input `cutId(i)`. Throws when a source frame would move, which would be a bug.
 */
export function localPlan(slice: RenderPlan, cuts: readonly VideoCut[]): RenderPlan {
  const inputs: PlanInput[] = slice.inputs.filter((input) => input.kind !== "video");
  const pictures = new Map<string, PlanPicture>();
  for (const [index, cut] of cuts.entries()) {
    const whole = slice.inputs.find((input) => input.id === cut.inputId);
    const picture = slice.layers
      .flatMap((layer) => layer.pictures)
      .find((one) => one.clipId === cut.clipId);
    if (whole?.kind !== "video" || !picture) throw new Error(`no picture of ${cut.clipId}`);
    // A proxy is always BT.709 limited, whatever the master is that the facts speak of.
    const colour = { matrix: "bt709", range: "tv" } as const;
    inputs.push({ ...whole, ...colour, id: cutId(index), frameCount: cut.frameCount });
    const sourceStart = picture.sourceStart - framesToFlicks(cut.firstFrame, whole.rate);
    pictures.set(cut.clipId, { ...picture, inputId: cutId(index), sourceStart });
  }
  const local: RenderPlan = {
    ...slice,
    inputs,
    sounds: [],
    layers: slice.layers.map((layer) => ({
      ...layer,
      pictures: layer.pictures.map((one) => pictures.get(one.clipId) ?? one),
    })),
  };
  return settle(slice, local, cuts);
}

/** Frame lengths that are no whole flicks may round a cut to the wrong side by one flick. */
function settle(slice: RenderPlan, local: RenderPlan, cuts: readonly VideoCut[]): RenderPlan {
  const wanted = new Map(composeAt(slice, 0).map((op) => [op.clipId, op.sourceFrame]));
  const first = new Map(cuts.map((cut) => [cut.clipId, cut.firstFrame]));
  const nudge = (by: number) => ({
    ...local,
    layers: local.layers.map((layer) => ({
      ...layer,
      pictures: layer.pictures.map((one) =>
        first.has(one.clipId) ? { ...one, sourceStart: one.sourceStart + by } : one,
      ),
    })),
  });
  for (const candidate of [local, nudge(1), nudge(-1)]) {
    const same = composeAt(candidate, 0).every(
      (op) =>
        !first.has(op.clipId) ||
        op.sourceFrame + (first.get(op.clipId) ?? 0) === wanted.get(op.clipId),
    );
    if (same) return candidate;
  }
  throw new Error("a cut moved a source frame");
}
