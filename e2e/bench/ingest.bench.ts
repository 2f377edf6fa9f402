/**
 * How fast an upload is prepared, against one run of ffmpeg that makes the same proxy and nothing
 * else. Ours decodes the file once to measure it, checks that it is whole, and makes the proxy,
 * poster, filmstrip, peaks, loudness, shots, silences and beats. The clean file needs no master; the
 * phone's (variable frame rate) needs one, which is a second encode at full size.
 *
 *   npm run -s bench -- ingest [rounds]
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { ingest } from "../../render-farm/src/ingest/ingest.ts";
import { ffmpeg, makeFootage, openLab, timed } from "./export-lab.ts";
import type { Lab, Timed } from "./export-lab.ts";
import { median, printFigures } from "./figures.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = 20;
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };

/** The proxy as ingest encodes it. */
const PROXY = [
  ["-vf", "scale=640:360:flags=bicubic", "-c:v", "libx264", "-preset", "veryfast", "-crf", "25"],
  ["-g", "15", "-bf", "0", "-tune", "fastdecode", "-pix_fmt", "yuv420p"],
  ["-c:a", "aac", "-b:a", "128k", "-ar", "48000", "-ac", "2", "-movflags", "+faststart"],
].flat();

async function ingestOnce(lab: Lab, source: string): Promise<Timed> {
  const { context, remove } = await lab.open();
  await copyFile(source, join(context.directory, "source.bin"));
  const time = await timed(async () => {
    const done = await ingest(context, "source.bin", LIMITS);
    if (!done.ok) throw new Error(done.failure.internal);
  });
  await remove();
  return time;
}

async function measureOne(lab: Lab, source: string) {
  const bare = ["-v", "error", "-i", source, ...PROXY, "bare.mp4"];
  await ingestOnce(lab, source);
  const ours: Timed[] = [];
  const theirs: Timed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await ingestOnce(lab, source));
    theirs.push(await timed(async () => void (await ffmpeg(bare, lab.directory))));
  }
  const wall = (times: readonly Timed[]) => median(times.map((time) => time.wallS));
  const cpu = (times: readonly Timed[]) => median(times.map((time) => time.cpuS));
  return { ours: wall(ours), bare: wall(theirs), cpuRatio: cpu(ours) / cpu(theirs) };
}

const lab = await openLab();
try {
  const clean = join(lab.directory, "clean.mp4");
  await makeFootage(clean, { width: 1920, height: 1080, seconds: SECONDS, seed: 1 }, lab.directory);
  const phone = join(lab.directory, "phone.mp4");
  const jitter = ["-vf", "setpts=PTS+0.4*mod(N\\,3)/30/TB", "-fps_mode", "passthrough"];
  const encode = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-c:a", "copy"];
  await ffmpeg(["-v", "error", "-i", clean, ...jitter, ...encode, phone], lab.directory);
  const first = await measureOne(lab, clean);
  const second = await measureOne(lab, phone);
  const info = { unit: "ratio", target: null, better: "lower" } as const;
  const faster = { unit: "x", target: null, better: "higher" } as const;
  printFigures("ingest", [
    { id: "clean_x_realtime", value: SECONDS / first.ours, ...faster },
    { id: "clean_bare_x_realtime", value: SECONDS / first.bare, ...faster },
    { id: "clean_ratio", value: first.ours / first.bare, ...info },
    { id: "clean_cpu_ratio", value: first.cpuRatio, ...info },
    { id: "phone_x_realtime", value: SECONDS / second.ours, ...faster },
    { id: "phone_ratio", value: second.ours / second.bare, ...info },
    { id: "phone_cpu_ratio", value: second.cpuRatio, ...info },
  ]);
} finally {
  await lab.close();
}
