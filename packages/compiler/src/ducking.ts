/**
 * Music under speech. From the peaks of what is not ducked comes one envelope for each ducked
 * track, computed here once, so that what is heard live is what the export mixes.
 */
import { flicksToSamples } from "@cutroom/timeline";
import type { Ducking } from "@cutroom/timeline";
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import { SAMPLE_RATE } from "./clip-source.ts";
import type { GainPoint, PlanSound } from "./plan.ts";
import { gainAt } from "./sound-gain.ts";

/** Peaks of an asset's sounds from their beginning on, as ingest measured them. */
export interface SoundPeaks {
  readonly perSecond: number;
  /** By sound, the largest sample of each stretch, either side of 0; 128 is full scale. */
  readonly levels: readonly Uint8Array[];
}

export type PeaksByAsset = Readonly<Record<string, SoundPeaks>>;

const HEADER_BYTES = 24;
const FULL_SCALE = 128;

/**
 * Reads a BBC audiowaveform file (version 2, 8 bit, one channel for each sound of the asset);
 * null for any other.
 * Format: github.com/bbc/audiowaveform, doc/DataFormat.md.
 */
export function readSoundPeaks(file: Uint8Array): SoundPeaks | null {
  if (file.byteLength < HEADER_BYTES) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isEightBit = (view.getUint32(4, true) & 1) === 1;
  const [sampleRate, samplesPerPixel] = [view.getInt32(8, true), view.getInt32(12, true)];
  const channels = view.getInt32(20, true);
  const odd = sampleRate <= 0 || samplesPerPixel <= 0 || channels <= 0;
  if (view.getInt32(0, true) !== 2 || !isEightBit || odd) return null;
  const count = Math.floor((file.byteLength - HEADER_BYTES) / (2 * channels));
  const read = (index: number) => Math.abs(view.getInt8(HEADER_BYTES + index));
  const levels = Array.from({ length: channels }, (_, channel) =>
    Uint8Array.from({ length: count }, (_value, at) => {
      const low = 2 * (at * channels + channel);
      return Math.max(read(low), read(low + 1));
    }),
  );
  return { perSecond: sampleRate / samplesPerPixel, levels };
}

/** Sounds are looked at in windows of a hundredth of a second. */
const WINDOW_SAMPLES = SAMPLE_RATE / 100;

/** A sound that may duck others, and its asset's peaks. */
export interface KeySound {
  readonly sound: PlanSound;
  readonly peaks: SoundPeaks;
}

/** Marks the windows in which the sound is louder than `threshold`. */
function mark(windows: Uint8Array, { sound, peaks }: KeySound, threshold: number): void {
  const first = Math.max(0, Math.floor(sound.startSample / WINDOW_SAMPLES));
  const last = Math.min(windows.length, Math.ceil(sound.endSample / WINDOW_SAMPLES));
  const speed = (sound.speed.n / sound.speed.d) * (sound.reversed ? -1 : 1);
  const startS = sound.sourceStart / FLICKS_PER_SECOND;
  const levels = peaks.levels[sound.stream ?? 0];
  for (let window = first; window < last; window += 1) {
    const middle = (window + 0.5) * WINDOW_SAMPLES;
    if (middle < sound.startSample || middle >= sound.endSample) continue;
    const sourceS = startS + ((middle - sound.startSample) / SAMPLE_RATE) * speed;
    const peak = levels?.[Math.floor(sourceS * peaks.perSecond)] ?? 0;
    if ((peak / FULL_SCALE) * gainAt(sound, middle) > threshold) windows[window] = 1;
  }
}

interface Heard {
  readonly from: number;
  to: number;
}

/** Stretches of samples in which something is heard; pauses up to `hold` are part of them. */
function stretches(windows: Uint8Array, hold: number): Heard[] {
  const found: Heard[] = [];
  for (const [window, isHeard] of windows.entries()) {
    if (isHeard === 0) continue;
    const from = window * WINDOW_SAMPLES;
    const last = found.at(-1);
    if (last && from - last.to <= hold) last.to = from + WINDOW_SAMPLES;
    else found.push({ from, to: from + WINDOW_SAMPLES });
  }
  return found;
}

/** The gain of a ducked track over the whole plan, from its first sample; null: never ducked. */
export function duckingEnvelope(
  ducking: Ducking,
  keys: readonly KeySound[],
  sampleCount: number,
): readonly GainPoint[] | null {
  const windows = new Uint8Array(Math.ceil(sampleCount / WINDOW_SAMPLES));
  const threshold = 10 ** (ducking.thresholdDb / 20);
  for (const key of keys) mark(windows, key, threshold);
  const samples = (flicks: number) => flicksToSamples(flicks, SAMPLE_RATE);
  const [attack, release] = [samples(ducking.attack), samples(ducking.release)];
  const low = 10 ** (-ducking.depthDb / 20);
  const points: GainPoint[] = [];
  let ended: number | null = null;
  for (const heard of stretches(windows, samples(ducking.hold))) {
    const pause: number = ended === null ? Number.POSITIVE_INFINITY : heard.from - ended;
    if (ended === null || pause >= attack + release) {
      if (ended !== null) points.push({ sample: ended + release, gain: 1 });
      points.push({ sample: heard.from - attack, gain: 1 });
    } else {
      // It turns round before it is all the way up.
      const up = Math.round((pause * release) / (attack + release));
      points.push({ sample: ended + up, gain: low + ((1 - low) * up) / release });
    }
    points.push({ sample: heard.from, gain: low }, { sample: heard.to, gain: low });
    ended = heard.to;
  }
  if (ended === null) return null;
  return [...points, { sample: ended + release, gain: 1 }];
}
