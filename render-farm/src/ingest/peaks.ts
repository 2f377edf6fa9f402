/**
 * Waveform peaks as a BBC audiowaveform version 2 `.dat` file with 8-bit values and one channel
 * for each sound of the media file, computed in one pass over raw samples, so that an hour of
 * sound needs no more memory than a second. (Format: github.com/bbc/audiowaveform, DataFormat.md.)
 */
export const PEAKS_SAMPLE_RATE = 48_000;
/** 100 pairs a second: fine enough for a wide timeline, 12 KB a minute. */
export const SAMPLES_PER_PIXEL = 480;

const HEADER_BYTES = 24;
const FLAG_8_BIT = 1;

export interface PeakWriter {
  /** Raw little-endian 16-bit mono samples; a chunk may end inside a sample. */
  push(chunk: Uint8Array): void;
  /** The lowest and the highest value of each pixel in turn. Nothing may be pushed afterwards. */
  finish(): readonly number[];
  /** Largest absolute sample so far, 0-32768. */
  loudest(): number;
}

export function createPeakWriter(samplesPerPixel = SAMPLES_PER_PIXEL): PeakWriter {
  const values: number[] = [];
  let [lowest, highest, inPixel, loudest] = [0, 0, 0, 0];
  let odd: number | null = null;

  const endPixel = () => {
    values.push(lowest >> 8, highest >> 8);
    [lowest, highest, inPixel] = [0, 0, 0];
  };
  const take = (low: number, high: number) => {
    const sample = ((high << 24) >> 16) | low;
    if (inPixel === 0) [lowest, highest] = [sample, sample];
    else if (sample < lowest) lowest = sample;
    else if (sample > highest) highest = sample;
    loudest = Math.max(loudest, Math.abs(sample));
    inPixel += 1;
    if (inPixel === samplesPerPixel) endPixel();
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
    finish() {
      if (inPixel > 0) endPixel();
      return values;
    },
    loudest: () => loudest,
  };
}

/** The whole file; sounds that end before the longest does are silent from there on. */
export function peaksFile(
  sounds: readonly (readonly number[])[],
  samplesPerPixel = SAMPLES_PER_PIXEL,
): Uint8Array {
  const length = Math.max(0, ...sounds.map((pairs) => pairs.length / 2));
  const file = new Uint8Array(HEADER_BYTES + 2 * length * sounds.length);
  const view = new DataView(file.buffer);
  view.setInt32(0, 2, true);
  view.setUint32(4, FLAG_8_BIT, true);
  view.setInt32(8, PEAKS_SAMPLE_RATE, true);
  view.setInt32(12, samplesPerPixel, true);
  view.setUint32(16, length, true);
  view.setInt32(20, sounds.length, true);
  const values = new Int8Array(file.buffer, HEADER_BYTES);
  for (const [channel, pairs] of sounds.entries()) {
    for (const [index, value] of pairs.entries()) {
      const pixel = index >> 1;
      values[2 * (pixel * sounds.length + channel) + (index & 1)] = value;
    }
  }
  return file;
}

/** Integrated loudness from the summary of the ebur128 filter; null for silence. */
export function readLoudness(stderr: string): number | null {
  const summary = stderr.slice(stderr.lastIndexOf("Integrated loudness:"));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > -70 ? lufs : null;
}
