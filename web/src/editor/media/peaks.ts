/** Peaks of a file's sounds: `min[i]` and `max[i]` lie in -1..1 and cover one bucket each. */
export interface Peaks {
  readonly bucketsPerSecond: number;
  readonly count: number;
  readonly sounds: readonly { readonly min: Float32Array; readonly max: Float32Array }[];
}

const HEADER_BYTES = 24;

/**
 * Reads a BBC audiowaveform version 2 file (8 or 16 bit, little endian), in which each channel
 * is one sound of the media file. Null when the bytes are not such a file; a file that is cut
 * short gives the buckets that are there.
 * Format: github.com/bbc/audiowaveform, doc/DataFormat.md.
 */
export function parsePeaks(bytes: ArrayBuffer): Peaks | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const view = new DataView(bytes);
  const version = view.getInt32(0, true);
  const eightBit = (view.getUint32(4, true) & 1) === 1;
  const sampleRate = view.getInt32(8, true);
  const samplesPerBucket = view.getInt32(12, true);
  const announced = view.getUint32(16, true);
  const channels = view.getInt32(20, true);
  if (version !== 2 || sampleRate <= 0 || samplesPerBucket <= 0 || channels <= 0) return null;

  const width = eightBit ? 1 : 2;
  const full = eightBit ? 128 : 32_768;
  const present = Math.floor((bytes.byteLength - HEADER_BYTES) / (2 * width * channels));
  const count = Math.min(announced, present);
  const read = (index: number) => {
    const at = HEADER_BYTES + index * width;
    return (eightBit ? view.getInt8(at) : view.getInt16(at, true)) / full;
  };
  const sounds = Array.from({ length: channels }, (_, channel) => ({
    min: Float32Array.from({ length: count }, (_low, at) => read(2 * (at * channels + channel))),
    max: Float32Array.from({ length: count }, (_high, at) =>
      read(2 * (at * channels + channel) + 1),
    ),
  }));
  return { bucketsPerSecond: sampleRate / samplesPerBucket, count, sounds };
}

/** The outer envelope of one sound between two times in seconds; silence where there are no peaks. */
export function envelope(
  peaks: Peaks,
  stream: number,
  fromSeconds: number,
  toSeconds: number,
): { readonly low: number; readonly high: number } {
  const first = Math.max(0, Math.floor(fromSeconds * peaks.bucketsPerSecond));
  const last = Math.min(
    peaks.count,
    Math.max(first + 1, Math.ceil(toSeconds * peaks.bucketsPerSecond)),
  );
  const sound = peaks.sounds[stream];
  let low = 0;
  let high = 0;
  for (let bucket = first; bucket < last; bucket += 1) {
    low = Math.min(low, sound?.min[bucket] ?? 0);
    high = Math.max(high, sound?.max[bucket] ?? 0);
  }
  return { low, high };
}
