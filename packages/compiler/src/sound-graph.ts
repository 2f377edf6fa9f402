/**
 * All sounds to one stereo stream of exactly `sampleCount` samples: every clip is cut to whole
 * samples, clips that do not overlap are laid end to end in a lane, and lanes are summed.
 */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";
import { inputOf } from "./envelope.ts";
import { decimal } from "./graph.ts";
import type { Graph } from "./graph.ts";
import type { FadeCurve, GainPoint, PlanInput, PlanSound, RenderPlan } from "./plan.ts";

export interface SoundContext {
  readonly graph: Graph;
  readonly plan: RenderPlan;
  readonly open: (input: PlanInput, options: readonly string[]) => number;
}

const STEREO = "aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo";
/** -1 dBFS: quiet mixes pass untouched, only what would clip is held. */
const LIMIT = 0.891251;
/** Decoders need a packet or two before the first good sample. */
const PREROLL_SAMPLES = 4_800;
/** Read after the last wanted sample. */
const AFTER_S = 0.1;

/** Builds the sound side of the graph and gives the label of its end (fltp, 48 kHz, stereo). */
export function soundGraph(context: SoundContext): string {
  const { graph, plan } = context;
  const lanes = lanesOf(plan).map((lane) => laneLabel(context, lane));
  if (lanes.length === 0) return silence(graph, plan.sampleCount);
  const mix =
    lanes.length === 1
      ? []
      : [`amix=inputs=${lanes.length}:duration=longest:dropout_transition=0:normalize=0`];
  return graph.chain(lanes, [
    ...mix,
    `alimiter=level=0:limit=${LIMIT}:attack=5:release=50:latency=1`,
    `apad=whole_len=${plan.sampleCount}`,
    `atrim=end_sample=${plan.sampleCount}`,
  ]);
}

interface Part {
  readonly sound: PlanSound;
  /** The samples of the plan in which it sounds. */
  readonly from: number;
  readonly to: number;
}

function lanesOf(plan: RenderPlan): Part[][] {
  const lanes: Part[][] = [];
  const parts = plan.sounds
    .map((sound) => ({
      sound,
      from: Math.max(0, sound.startSample),
      to: Math.min(plan.sampleCount, sound.endSample),
    }))
    .filter((part) => part.to > part.from)
    .toSorted((a, b) => a.from - b.from);
  for (const part of parts) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= part.from);
    if (free) free.push(part);
    else lanes.push([part]);
  }
  return lanes;
}

function laneLabel(context: SoundContext, lane: readonly Part[]): string {
  const labels: string[] = [];
  let cursor = 0;
  for (const part of lane) {
    if (part.from > cursor) labels.push(silence(context.graph, part.from - cursor));
    labels.push(soundLeg(context, part));
    cursor = part.to;
  }
  const [only] = labels;
  if (labels.length === 1 && only !== undefined) return only;
  return context.graph.chain(labels, [`concat=n=${labels.length}:v=0:a=1`]);
}

function silence(graph: Graph, samples: number): string {
  return graph.chain([], ["anullsrc=r=48000:cl=stereo", STEREO, `atrim=end_sample=${samples}`]);
}

function soundLeg(context: SoundContext, part: Part): string {
  const { sound } = part;
  const length = part.to - part.from;
  const skipped = part.from - sound.startSample;
  const read = readPlan(sound, skipped, length);
  const input = inputOf(context.plan, sound.inputId);
  const index = context.open(input, ["-vn", "-sn", "-dn", ...read.args]);
  return context.graph.chain(
    [`${index}:a:${sound.stream ?? 0}`],
    [
      // Rebuilds gaps and a late start as silence, so time stamps decide and not byte counts.
      "aresample=48000:async=1:first_pts=0:internal_sample_fmt=dblp",
      ...stereoFilters(sound.channels),
      STEREO,
      ...panFilters(sound.pan ?? 0),
      ...(read.preroll > 0 ? [`atrim=start_sample=${read.preroll}`, "asetpts=N/SR/TB"] : []),
      ...turnFilters(read.turned),
      ...(sound.pitch === "follows" ? pitchedFilters(sound.speed) : tempoFilters(sound.speed)),
      ...(read.silence > 0 ? [`adelay=delays=${read.silence}S:all=1`] : []),
      `apad=whole_len=${length}`,
      `atrim=end_sample=${length}`,
      ...(sound.gainDb === 0 ? [] : [`volume=volume=${decimal(10 ** (sound.gainDb / 20))}`]),
      ...envelopeFilters(sound.envelope ?? [], skipped, length),
      ...fadeFilters(sound, skipped, length),
    ],
  );
}

interface Read {
  readonly args: readonly string[];
  /** Samples of the file before the first wanted one. */
  readonly preroll: number;
  /** Samples of the part before the source begins. */
  readonly silence: number;
  /** Backwards: the samples of the file that are turned round. */
  readonly turned: number | null;
}

function openAt(start: number, span: number): Pick<Read, "args" | "preroll"> {
  const preroll = Math.min(PREROLL_SAMPLES, Math.round(start * 48_000));
  const seek = start - preroll / 48_000;
  const until = (span + preroll / 48_000 + AFTER_S).toFixed(6);
  return { args: [...(seek > 0.000_01 ? ["-ss", seek.toFixed(6)] : []), "-t", until], preroll };
}

/** Where to open the file, and what of it comes before the first wanted sample. */
function readPlan(sound: PlanSound, skipped: number, length: number): Read {
  const perSample = sound.speed.n / (sound.speed.d * 48_000);
  if (sound.reversed) {
    const last = sound.sourceStart / FLICKS_PER_SECOND - skipped * perSample;
    // A little more than is needed, as forwards: a changed tempo gives its last samples late.
    const first = Math.max(0, last - length * perSample - AFTER_S);
    const turned = Math.max(1, Math.round((last - first) * 48_000));
    return { ...openAt(first, last - first), silence: 0, turned };
  }
  const wanted = sound.sourceStart / FLICKS_PER_SECOND + skipped * perSample;
  // The source begins late when a crossfade reaches before its first sample.
  const silent = wanted < 0 ? Math.round(-wanted / perSample) : 0;
  return { ...openAt(Math.max(0, wanted), length * perSample), silence: silent, turned: null };
}

/** All that is turned round is held in memory, so the compiler keeps such sounds short. */
function turnFilters(samples: number | null): string[] {
  if (samples === null) return [];
  return [`apad=whole_len=${samples}`, `atrim=end_sample=${samples}`, "areverse"];
}

/** Mono goes to both sides at full level, as Web Audio does; FFmpeg would lower it by 3 dB. */
function stereoFilters(channels: number): string[] {
  return channels === 1 ? ["pan=stereo|c0=c0|c1=c0"] : [];
}

/**
 * A stereo sound moved to one side keeps all of that side and takes the other one over, as the
 * panner of Web Audio does: equal power, and nothing changes in the middle.
 */
function panFilters(pan: number): string[] {
  if (pan === 0) return [];
  const angle = ((pan <= 0 ? pan + 1 : pan) * Math.PI) / 2;
  const [near, far] = [decimal(Math.cos(angle)), decimal(Math.sin(angle))];
  return [
    pan <= 0
      ? `pan=stereo|c0=c0+${near}*c1|c1=${far}*c1`
      : `pan=stereo|c0=${near}*c0|c1=c1+${far}*c0`,
  ];
}

/**
 * The envelope sample by sample: a tree of choices that ends in straight lines, so the price of
 * a sample grows with the logarithm of the points. Samples count from the part's first one.
 */
function envelopeFilters(points: readonly GainPoint[], skipped: number, length: number): string[] {
  const shifted = points.map(({ sample, gain }) => ({ sample: sample - skipped, gain }));
  const first = shifted.findLastIndex((point) => point.sample <= 0);
  const end = shifted.findIndex((point) => point.sample >= length);
  const within = shifted.slice(Math.max(0, first), end === -1 ? shifted.length : end + 1);
  if (within.every((point) => point.gain === 1)) return [];
  const gain = `(${pieces(within)})`;
  return [`aeval=exprs='val(0)*${gain}|val(1)*${gain}':c=same`, STEREO];
}

/** The gain as an expression of n, the number of the sample. */
function pieces(points: readonly GainPoint[]): string {
  const [from, to, ...more] = points;
  if (from === undefined) return "1";
  if (to === undefined) return decimal(from.gain);
  if (more.length === 0) {
    const slope = (to.gain - from.gain) / (to.sample - from.sample);
    const line = `${decimal(from.gain)}+(${slope.toFixed(15)})*(n-(${from.sample}))`;
    const low = Math.min(from.gain, to.gain);
    // Level outside of the points.
    return slope === 0
      ? decimal(from.gain)
      : `clip(${line},${decimal(low)},${decimal(Math.max(from.gain, to.gain))})`;
  }
  const middle = points.length >> 1;
  const at = points[middle]?.sample ?? 0;
  return `if(lt(n,${at}),${pieces(points.slice(0, middle + 1))},${pieces(points.slice(middle))})`;
}

/** Played faster as a tape is: its samples are taken for those of another rate. */
function pitchedFilters(speed: Rate): string[] {
  if (speed.n === speed.d) return [];
  const rate = Math.round((48_000 * speed.n) / speed.d);
  return [`asetrate=${rate}`, "aresample=48000:internal_sample_fmt=dblp", STEREO];
}

/** `atempo` keeps the pitch; above 2 it would skip samples, so steps are chained. */
function tempoFilters(speed: Rate): string[] {
  let left = speed.n / speed.d;
  if (left === 1) return [];
  const filters: string[] = [];
  while (left > 2) {
    filters.push("atempo=2");
    left /= 2;
  }
  while (left < 0.5) {
    filters.push("atempo=0.5");
    left /= 0.5;
  }
  return [...filters, `atempo=${decimal(left)}`];
}

/** As with pictures: a part that opens inside a fade gets silence before it, and loses it after. */
function fadeFilters(sound: PlanSound, skipped: number, length: number): string[] {
  const total = sound.endSample - sound.startSample;
  const fades = [
    { type: "in", start: -skipped, length: sound.fadeInSamples, curve: sound.fadeInCurve },
    {
      type: "out",
      start: total - sound.fadeOutSamples - skipped,
      length: sound.fadeOutSamples,
      curve: sound.fadeOutCurve,
    },
  ].filter(
    (fade) =>
      fade.length > 0 &&
      fade.start + fade.length > 0 &&
      (fade.type === "in" || fade.start < length),
  );
  if (fades.length === 0) return [];
  const lead = Math.max(0, ...fades.map((fade) => -fade.start));
  const filters = fades.map(
    (fade) =>
      `afade=t=${fade.type}:ss=${fade.start + lead}:ns=${fade.length}:curve=${curveName(fade.curve)}`,
  );
  if (lead === 0) return filters;
  return [
    `adelay=delays=${lead}S:all=1`,
    ...filters,
    `atrim=start_sample=${lead}`,
    "asetpts=N/SR/TB",
  ];
}

function curveName(curve: FadeCurve): string {
  return curve === "linear" ? "tri" : "qsin";
}
