/**
 * Waveform peaks as a BBC audiowaveform version 2 `.dat` file with 8-bit values, computed in
 * one pass over raw samples, so that an hour of sound needs no more memory than a second.
 * (Format: github.com/bbc/audiowaveform, DataFormat.md.)
 */
export const PEAKS_SAMPLE_RATE = 48_000;
/** 100 pairs a second: fine enough for a wide timeline, 12 KB a minute. */
export const SAMPLES_PER_PIXEL = 480;

const HEADER_BYTES = 24;
const FLAG_8_BIT = 1;

export interface PeakWriter {
  /** Raw little-endian 16-bit mono samples; a chunk may end inside a sample. */
  push(chunk: Uint8Array): void;
  /** The whole file. Nothing may be pushed afterwards. */
  finish(): Uint8Array;
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
      const file = new Uint8Array(HEADER_BYTES + values.length);
      const view = new DataView(file.buffer);
      view.setInt32(0, 2, true);
      view.setUint32(4, FLAG_8_BIT, true);
      view.setInt32(8, PEAKS_SAMPLE_RATE, true);
      view.setInt32(12, samplesPerPixel, true);
      view.setUint32(16, values.length / 2, true);
      view.setInt32(20, 1, true);
      new Int8Array(file.buffer, HEADER_BYTES).set(values);
      return file;
    },
    loudest: () => loudest,
  };
}

/** Integrated loudness from the summary of the ebur128 filter; null for silence. */
export function readLoudness(stderr: string): number | null {
  const summary = stderr.slice(stderr.lastIndexOf("Integrated loudness:"));
  const lufs = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  return Number.isFinite(lufs) && lufs > -70 ? lufs : null;
}
