/** Measures finished files with the machine's own FFmpeg: what is in them, not what they claim. */
import { spawnSync } from "node:child_process";

function output(program: string, args: readonly string[]): Buffer {
  const done = spawnSync(program, args, { maxBuffer: 512 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`${program}: ${done.stderr.toString()}`);
  return done.stdout;
}

export interface Measured {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly rate: string;
  readonly colour: readonly [matrix: string, primaries: string, transfer: string, range: string];
  readonly samples: number;
  /** All tags of the container and its streams. */
  readonly tags: Readonly<Record<string, string>>;
}

/** Counts frames and samples by decoding the whole file. */
export function measure(file: string): Measured {
  const probed = JSON.parse(
    output("ffprobe", [
      "-v",
      "error",
      "-count_frames",
      "-show_streams",
      "-show_format",
      "-of",
      "json",
      file,
    ]).toString(),
  );
  const video = probed.streams.find(
    (stream: { codec_type: string }) => stream.codec_type === "video",
  );
  const pcm = output("ffmpeg", [
    "-v",
    "error",
    "-i",
    file,
    "-map",
    "0:a:0?",
    "-f",
    "s16le",
    "-ac",
    "1",
    "-ar",
    "48000",
    "-",
  ]);
  return {
    frames: Number(video.nb_read_frames),
    width: video.width,
    height: video.height,
    rate: video.r_frame_rate,
    colour: [video.color_space, video.color_primaries, video.color_transfer, video.color_range],
    samples: pcm.length / 2,
    tags: Object.assign(
      {},
      probed.format.tags,
      ...probed.streams.map((stream: { tags?: object }) => stream.tags ?? {}),
    ),
  };
}

/** Seconds at which the square at the top left turns white, to the frame. */
export function flashTimes(file: string, fps: number): number[] {
  const size = 8;
  const grey = output("ffmpeg", [
    "-v",
    "error",
    "-i",
    file,
    "-vf",
    `crop=iw/8:ih/8:iw/32:ih/16,scale=${size}:${size},format=gray`,
    "-f",
    "rawvideo",
    "-",
  ]);
  const times: number[] = [];
  let wasWhite = false;
  for (let frame = 0; frame * size * size < grey.length; frame++) {
    const pixels = grey.subarray(frame * size * size, (frame + 1) * size * size);
    const isWhite = pixels.reduce((sum, value) => sum + value, 0) / pixels.length > 180;
    if (isWhite && !wasWhite) times.push(frame / fps);
    wasWhite = isWhite;
  }
  return times;
}

/** Seconds at which a tone of about 1 kHz sets in after silence, to the millisecond. */
export function beepTimes(file: string): number[] {
  const pcm = output("ffmpeg", [
    "-v",
    "error",
    "-i",
    file,
    "-map",
    "0:a:0",
    "-af",
    "bandpass=f=1000:w=200",
    "-f",
    "s16le",
    "-ac",
    "1",
    "-ar",
    "48000",
    "-",
  ]);
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
  const windowSize = 48;
  const loud: boolean[] = [];
  for (let at = 0; at < samples.length; at += windowSize) {
    let sum = 0;
    for (let i = at; i < at + windowSize; i++) sum += (samples[i] ?? 0) ** 2;
    loud.push(Math.sqrt(sum / windowSize) > 900);
  }
  const times: number[] = [];
  let quietFor = 1_000;
  loud.forEach((isLoud, millisecond) => {
    if (isLoud && quietFor >= 200) times.push(millisecond / 1_000);
    quietFor = isLoud ? 0 : quietFor + 1;
  });
  return times;
}
