/** Arguments of the two runs that bring a finished mix to a loudness. */
import { openArgs, safeFileName } from "./args.ts";
import { decimal } from "./graph.ts";

const QUIET = ["-hide_banner", "-nostdin", "-y"];

function opened(fileName: string): string[] {
  return [...openArgs(fileName), "-i", safeFileName(fileName), "-map", "0:a:0"];
}

/** Measures: integrated loudness and true peak stand in the log's summary. */
export function lowerLoudness(fileName: string): string[] {
  // Running values at a level that is not printed; only the summary is wanted.
  const measure = "ebur128=peak=true:framelog=verbose";
  return [
    ...QUIET,
    "-nostats",
    "-v",
    "info",
    ...opened(fileName),
    "-af",
    measure,
    "-f",
    "null",
    "-",
  ];
}

/** Held just below -1 dBTP: what the last conversion adds must fit under it. */
const CEILING = 0.885;
const OVERSAMPLED = 192_000;

/**
 * One gain over a PCM file of `sampleCount` samples. `holdsPeaks` adds a limiter at four times
 * the sample rate, so that peaks between samples are held too.
 */
export function lowerGain(
  sound: { readonly fileName: string; readonly sampleCount: number },
  change: { readonly gainDb: number; readonly holdsPeaks: boolean; readonly fileName: string },
): string[] {
  const filters = [
    "aformat=sample_fmts=dbl:channel_layouts=stereo",
    `volume=volume=${decimal(10 ** (change.gainDb / 20))}:precision=double`,
    ...(change.holdsPeaks
      ? [
          `aresample=${OVERSAMPLED}`,
          `alimiter=level=0:limit=${CEILING}:attack=5:release=50:latency=1`,
          "aresample=48000",
        ]
      : []),
    `apad=whole_len=${sound.sampleCount}`,
    `atrim=end_sample=${sound.sampleCount}`,
  ];
  const write = ["-c:a", "pcm_s16le", "-map_metadata", "-1", "-fflags", "+bitexact", "-f", "wav"];
  return [
    ...QUIET,
    ...opened(sound.fileName),
    "-af",
    filters.join(","),
    ...write,
    safeFileName(change.fileName),
  ];
}
