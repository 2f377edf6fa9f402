/**
 * From decoded frames to output frames: which of a file's frames are decoded, and when each is
 * shown. Backwards is fed in short pieces, because FFmpeg's `reverse` holds all that it turns
 * round: a piece is opened at its own place, read forwards and turned round by itself.
 */
import { fraction, frameBase } from "./graph.ts";
import type { Graph } from "./graph.ts";
import type { PlanInput, PlanPicture, RenderPlan } from "./plan.ts";
import { sourceFrameAt, sourceWindow } from "./source-frames.ts";

/** Half-open, in output frames. */
interface Window {
  readonly fromFrame: number;
  readonly toFrame: number;
}

type VideoInput = Extract<PlanInput, { kind: "video" }>;

/** A stretch of a file that is read forwards at one go. */
export interface Feed {
  /** What to decode of the file. */
  readonly args: readonly string[];
  /** From decoded frames to exactly the wanted ones. */
  readonly select: readonly string[];
  /** Does `select` give fewer frames than are decoded? */
  readonly decimates: boolean;
}

/** What may be held to be turned round, in bytes of drawn frames. */
const REVERSED_BYTES = 96_000_000;
/** yuva420p. */
const BYTES_PER_PIXEL = 2.5;
const LONGEST_PIECE = 24;
const SHORTEST_PIECE = 4;

/** Output frames of a clip backwards that are turned round at one go. */
export function reversedPieceFrames({ width, height }: Pick<RenderPlan, "width" | "height">) {
  const fitting = Math.floor(REVERSED_BYTES / (width * height * BYTES_PER_PIXEL));
  return Math.min(LONGEST_PIECE, Math.max(SHORTEST_PIECE, fitting));
}

/** FFmpeg keeps what was turned round until its run ends: four pieces fill a run (measured). */
const INPUTS_PER_PIECE = 4;

/** Two tables of levels for every step of a look take 0.8 MB, a picture of a film 15 MB (measured). */
const STEPS_PER_INPUT = 20;

/** What the picture takes of a graph's live inputs for `frames` output frames. */
export function liveInputsOf(plan: RenderPlan, picture: PlanPicture, frames: number): number {
  const steps = Math.min(frames, picture.looks?.steps.length ?? 0);
  const tables = Math.floor(steps / STEPS_PER_INPUT);
  if (!picture.reversed) return 1 + tables;
  return Math.ceil((frames * INPUTS_PER_PIECE) / reversedPieceFrames(plan)) + tables;
}

/**
 * What feeds the picture over `window`: one feed, or of a clip backwards one for each piece, in
 * order, still to be turned round.
 */
export function feedsOf(
  plan: RenderPlan,
  picture: PlanPicture,
  input: VideoInput,
  window: Window,
): Feed[] {
  const { fromFrame, toFrame } = window;
  const frameAt = (frame: number) => sourceFrameAt(picture, input, plan.rate, frame);
  if (!picture.reversed) {
    const length = toFrame - fromFrame;
    if (picture.ramp) {
      return [pickedFeed(plan, input, length, (at) => frameAt(fromFrame + at))];
    }
    const { firstSource, sourceCount, step, offset } = sourceWindow(
      picture,
      input,
      plan.rate,
      window,
    );
    const select = holdFrames(plan, shownFrom(step, offset), length);
    const args = seekArgs(firstSource, sourceCount, input.rate);
    return [{ args, select, decimates: step.n < step.d }];
  }
  const feeds: Feed[] = [];
  const piece = reversedPieceFrames(plan);
  for (let from = fromFrame; from < toFrame; from += piece) {
    const last = Math.min(toFrame, from + piece) - 1;
    feeds.push(pickedFeed(plan, input, last - from + 1, (at) => frameAt(last - at)));
  }
  return feeds;
}

/** Pieces of a clip backwards, drawn, each turned round, one after the other. */
export function turnedRound(
  graph: Graph,
  plan: RenderPlan,
  feeds: readonly (Omit<Feed, "args"> & { readonly source: string })[],
  draw: readonly string[],
): string {
  const pieces = feeds.map(({ source, select, decimates }) =>
    graph.chain(
      [source],
      [...(decimates ? [...select, ...draw] : [...draw, ...select]), "reverse"],
    ),
  );
  const [only = ""] = pieces;
  if (pieces.length === 1) return only;
  const joint = [`concat=n=${pieces.length}:v=1:a=0`, `settb=${frameBase(plan.rate)}`, "setpts=N"];
  return graph.chain(pieces, joint);
}

/** Source frames by a table; `frameAt` never falls. */
function pickedFeed(
  plan: RenderPlan,
  input: VideoInput,
  length: number,
  frameAt: (at: number) => number,
): Feed {
  const firstSource = frameAt(0);
  const shownAt: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const reached = frameAt(at) - firstSource;
    // Frames that are passed over come and go together with the one that is shown.
    while (shownAt.length <= reached) shownAt.push(at);
  }
  return {
    args: seekArgs(firstSource, shownAt.length, input.rate),
    select: holdFrames(plan, tableExpression(shownAt, length), length),
    decimates: shownAt.length > length,
  };
}

/**
 * `table[N]` as an expression: a tree of choices, with one leaf where it rises as N does, or rests.
 * Copies of the last frame, which never end, come after `length`.
 */
function tableExpression(table: readonly number[], length: number): string {
  const leaves: Leaf[] = [];
  for (let from = 0; from < table.length;) {
    const value = table[from] ?? 0;
    const run = (slope: 0 | 1) => {
      let end = from + 1;
      while (end < table.length && table[end] === value + slope * (end - from)) end += 1;
      return end;
    };
    const [rests, rises] = [run(0), run(1)];
    leaves.push({ from, text: rises > rests ? rising(value - from) : String(value) });
    from = Math.max(rests, rises);
  }
  const copies = rising(Math.max(0, length - table.length));
  return `'${choice([...leaves, { from: table.length, text: copies }])}'`;
}

/** An expression from frame `from` on. */
interface Leaf {
  readonly from: number;
  readonly text: string;
}

function rising(shift: number): string {
  return shift === 0 ? "N" : `N${shift > 0 ? "+" : ""}${shift}`;
}

function choice(leaves: readonly Leaf[]): string {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only.text;
  const middle = leaves.length >> 1;
  const at = leaves[middle]?.from ?? 0;
  return `if(lt(N,${at}),${choice(leaves.slice(0, middle))},${choice(leaves.slice(middle))})`;
}

/**
 * Decoding starts half a frame before the wanted one, so that time stamps rounded to the
 * container's clock still fall on the right side.
 */
function seekArgs(firstSource: number, count: number, fps: { n: number; d: number }): string[] {
  const seconds = (frames: number) => ((frames * fps.d) / fps.n).toFixed(6);
  const seek = firstSource > 0 ? ["-ss", seconds(firstSource - 0.5)] : [];
  const read = firstSource > 0 ? count : count - 0.5;
  return ["-an", "-sn", "-dn", ...seek, "-t", seconds(read)];
}

function shownFrom(step: { readonly n: number; readonly d: number }, offset: number): string {
  // A frame that is held is the only one.
  if (step.d === 0) return "N";
  if (step.n === step.d) {
    const shift = Math.ceil(offset / step.d);
    return shift === 0 ? "N" : `N+${shift}`;
  }
  return `ceil((N*${step.n}+${offset})/${step.d})`;
}

/**
 * Exactly `length` frames: each is shown from output frame `pts` until the next, the last one
 * as long as needed. The endless hold comes first because at the end of a stream `fps` may
 * drop the last frame.
 */
export function holdFrames(plan: RenderPlan, pts: string, length: number): string[] {
  return [
    "tpad=stop_mode=clone:stop=-1",
    `settb=${frameBase(plan.rate)}`,
    `setpts=${pts}`,
    `fps=${fraction(plan.rate)}:round=near:start_time=0`,
    `trim=end_frame=${length}`,
  ];
}
