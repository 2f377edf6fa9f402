/**
 * What the samples of a sound say: where it is silent, and where its beats are. One pass over
 * raw samples keeps one loudness and one onset strength for each hundredth of a second.
 */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { MediaAnalysis } from "@cutroom/timeline";

const SAMPLE_RATE = 48_000;
const HOPS_PER_SECOND = 100;
const HOP = SAMPLE_RATE / HOPS_PER_SECOND;
/** -50 dBFS: quieter than a room in which nobody speaks. */
const SILENT_PEAK = 103;
const MIN_SILENCE_HOPS = 50;
const MAX_SILENCES = 500;
/** Ten minutes of beats say what a piece is; a longer one would cost more than it tells. */
const MAX_BEAT_HOPS = 10 * 60 * HOPS_PER_SECOND;
const MAX_BEATS = 1_000;
const SLOWEST_HOPS = HOPS_PER_SECOND;
const FASTEST_HOPS = 30;
/** How much more alike a sound must be to itself a beat later than at any time. */
const MIN_PULSE = 0.2;
/** Of the onsets, as logarithms: below it nothing is struck, it only rustles. */
const MIN_SPREAD = 0.15;
/** How much a beat at the wrong distance costs, in onsets (Ellis, 2007, uses 100 for log2). */
const TIGHTNESS = 60;

const flicksAt = (hop: number) => Math.round((hop * FLICKS_PER_SECOND) / HOPS_PER_SECOND);

export interface SoundListener {
  /** Raw little-endian 16-bit mono samples at 48 kHz; a chunk may end inside a sample. */
  push(chunk: Uint8Array): void;
  finish(): Pick<MediaAnalysis, "silences" | "beats" | "tempoBpm">;
}

export function createSoundListener(): SoundListener {
  const peaks: number[] = [];
  const energies: number[] = [];
  let [peak, energy, before, count] = [0, 0, 0, 0];
  let odd: number | null = null;
  const take = (low: number, high: number) => {
    const sample = ((high << 24) >> 16) | low;
    peak = Math.max(peak, Math.abs(sample));
    // The difference of neighbours is louder where something is struck than where it rings.
    energy += (sample - before) ** 2;
    before = sample;
    count += 1;
    if (count < HOP) return;
    peaks.push(peak);
    energies.push(energy / HOP);
    [peak, energy, count] = [0, 0, 0];
  };
  return {
    push(chunk) {
      let at = 0;
      if (odd !== null && chunk.length > 0) {
        take(odd, chunk[0] ?? 0);
        odd = null;
        at = 1;
      }
      for (; at + 1 < chunk.length; at += 2) take(chunk[at] ?? 0, chunk[at + 1] ?? 0);
      if (at < chunk.length) odd = chunk[at] ?? 0;
    },
    finish: () => ({ silences: silencesOf(peaks), ...beatsOf(energies.slice(0, MAX_BEAT_HOPS)) }),
  };
}

function silencesOf(peaks: readonly number[]): MediaAnalysis["silences"] {
  const found: { start: number; end: number }[] = [];
  let start: number | null = null;
  for (let hop = 0; hop <= peaks.length && found.length < MAX_SILENCES; hop += 1) {
    const isQuiet = hop < peaks.length && (peaks[hop] ?? 0) < SILENT_PEAK;
    if (isQuiet) start ??= hop;
    if (isQuiet || start === null) continue;
    if (hop - start >= MIN_SILENCE_HOPS) found.push({ start: flicksAt(start), end: flicksAt(hop) });
    start = null;
  }
  return found;
}

/** How much louder each moment is than the one before, without its average. */
function onsetsOf(energies: readonly number[]): Float64Array {
  const levels = energies.map((energy) => Math.log(1 + energy));
  const onsets = Float64Array.from(levels, (level, hop) =>
    Math.max(0, level - Math.max(levels[hop - 1] ?? level, levels[hop - 2] ?? level)),
  );
  const mean = onsets.reduce((sum, one) => sum + one, 0) / Math.max(1, onsets.length);
  const spread = Math.sqrt(
    onsets.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, onsets.length),
  );
  return spread < MIN_SPREAD
    ? new Float64Array(onsets.length)
    : onsets.map((one) => (one - mean) / spread);
}

/** Hops from beat to beat, or null for a sound without a pulse. */
function pulseOf(onsets: Float64Array): number | null {
  const likeness = (lag: number) => {
    let sum = 0;
    for (let hop = lag; hop < onsets.length; hop += 1) {
      sum += (onsets[hop] ?? 0) * (onsets[hop - lag] ?? 0);
    }
    return sum / Math.max(1, onsets.length - lag);
  };
  let best = { lag: 0, score: 0 };
  for (let lag = FASTEST_HOPS; lag <= SLOWEST_HOPS; lag += 1) {
    // People tap near 120 to the minute when a piece allows several.
    const liked = Math.exp(-0.5 * (Math.log2(lag / 50) / 0.9) ** 2);
    const alike = (likeness(lag) + likeness(2 * lag) / 2) * liked;
    if (alike > best.score) best = { lag, score: alike };
  }
  return best.score < MIN_PULSE || onsets.length < 4 * SLOWEST_HOPS ? null : best.lag;
}

function beatsOf(energies: readonly number[]): Pick<MediaAnalysis, "beats" | "tempoBpm"> {
  const onsets = onsetsOf(energies);
  const pulse = pulseOf(onsets);
  if (pulse === null) return { beats: [], tempoBpm: null };
  const score = new Float64Array(onsets.length);
  const previous = new Int32Array(onsets.length).fill(-1);
  const [near, far] = [Math.round(pulse / 2), pulse * 2];
  for (let hop = 0; hop < onsets.length; hop += 1) {
    let best = 0;
    for (let back = near; back <= far && back <= hop; back += 1) {
      const cost = TIGHTNESS * Math.log(back / pulse) ** 2;
      const reached = (score[hop - back] ?? 0) - cost;
      if (reached > best) {
        best = reached;
        previous[hop] = hop - back;
      }
    }
    score[hop] = (onsets[hop] ?? 0) + best;
  }
  let end = Math.max(0, onsets.length - far);
  for (let hop = end; hop < onsets.length; hop += 1) {
    if ((score[hop] ?? 0) > (score[end] ?? 0)) end = hop;
  }
  const beats: number[] = [];
  for (let hop = end; hop >= 0; hop = previous[hop] ?? -1) beats.unshift(hop);
  const span = (beats.at(-1) ?? 0) - (beats[0] ?? 0);
  const tempo = (60 * HOPS_PER_SECOND * (beats.length - 1)) / Math.max(1, span);
  return {
    beats: beats.slice(0, MAX_BEATS).map((hop) => flicksAt(hop)),
    tempoBpm: Math.round(tempo * 10) / 10,
  };
}
