/**
 * How fast the farm exports, against the one command that an expert would write by hand for the
 * same picture and sound: three 720p clips, two crossfades, a title and music, 10 seconds.
 *
 * Ours is the whole export of the farm: plan, download of the masters (from this machine),
 * drawing the title, picture, sound, and every check of the result with its poster. By hand is one
 * run of ffmpeg on files that lie ready, with the title drawn beforehand; it checks nothing. Where
 * melt and ges-launch-1.0 are installed they make the same film once each round as well.
 *
 *   npm run -s bench -- render [pairs]
 */
import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createTitleRasteriser } from "../../packages/titles/src/index.ts";
import { nodeTitleAssets } from "../../packages/titles/src/node.ts";
import type { ExportJob } from "../../packages/contracts/src/index.ts";
import { exportVideo, planOf } from "../../render-farm/src/export/export-video.ts";
import { gatherInputs } from "../../render-farm/src/export/gather-inputs.ts";
import { RENDER_LIMITS } from "../../render-farm/src/export/render-limits.ts";
import { filmJob } from "../../render-farm/src/testing/film.ts";
import { measure } from "../measure.ts";
import { ffmpeg, makeFootage, makeMusic, openLab, timed } from "./export-lab.ts";
import type { Lab, Timed, ToolRun } from "./export-lab.ts";
import { median, printFigures } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { findPeers, runPeer } from "./render-peers.ts";
import type { Title } from "./render-peers.ts";

const PAIRS = Number(process.argv[2] ?? 7);
const THREADS = 2;
const LIMITS = { ...RENDER_LIMITS.native, threads: THREADS };

/**
 * Clip edges at frames 100 and 200, crossfades of 20 frames around them, each clip read from its
 * frame 15 on, the title on frames 30 to 149, music under all of it at -12 dB. The title's
 * position is what the farm's own rasteriser said.
 */
function byHand(rect: { readonly x: number; readonly y: number }): string[] {
  const graph = [
    "[0:v][1:v]xfade=transition=fade:duration=0.666667:offset=3[ab]",
    "[ab][2:v]xfade=transition=fade:duration=0.666667:offset=6.333333[abc]",
    "[3:v]format=yuva420p,fade=t=in:s=0:n=3:alpha=1,setpts=PTS+1/TB[title]",
    `[abc][title]overlay=x=${rect.x}:y=${rect.y}:format=yuv420:eof_action=pass,format=yuv420p[v]`,
    "[0:a][1:a]acrossfade=d=0.666667:c1=qsin:c2=qsin[xy]",
    "[xy][2:a]acrossfade=d=0.666667:c1=qsin:c2=qsin[xyz]",
    "[4:a]volume=-12dB[music]",
    "[xyz][music]amix=inputs=2:duration=first:normalize=0,alimiter=level=0:limit=0.891[a]",
  ].join(";");
  const cut = (from: string, seconds: string) => ["-ss", from, "-t", seconds, "-i"];
  const sources = [
    [cut("0.5", "3.666667"), "0.mp4", cut("0.166667", "4"), "1.mp4"],
    [cut("0.166667", "3.666667"), "2.mp4"],
    ["-loop", "1", "-framerate", "30", "-t", "4", "-i", "title.png", "-i", "music.m4a"],
  ];
  const encode = [
    ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-profile:v", "high"],
    ["-pix_fmt", "yuv420p", "-g", "60", "-threads:v", String(THREADS)],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"],
    ["-c:a", "aac", "-b:a", "192k", "-ar", "48000", "-ac", "2", "-movflags", "+faststart"],
  ];
  const run = ["-filter_complex", graph, "-map", "[v]", "-map", "[a]"];
  return ["-v", "error", sources, run, encode, "hand.mp4"].flat(3);
}

async function referenceJob(lab: Lab): Promise<ExportJob> {
  const clips = [];
  for (const seed of [0, 1, 2]) {
    const path = join(lab.directory, `${seed}.mp4`);
    await makeFootage(path, { width: 1280, height: 720, seconds: 5, seed }, lab.directory);
    clips.push(await lab.shelve(`clip${seed}`, path));
  }
  const tune = join(lab.directory, "music.m4a");
  await makeMusic(tune, 12, lab.directory);
  const music = await lab.shelve("music", tune);
  const job = filmJob(lab.shelf, {
    shots: clips.map((asset, index) => ({ asset, at: index * 100, length: 100, from: 15 })),
    crossfades: { 0: 20, 1: 20 },
    title: { text: "Three days by the sea", at: 30, length: 120 },
    music: [{ asset: music, at: 0, length: 300, gainDb: -12 }],
  });
  const settings = { ...job.document.settings, width: 1280, height: 720 };
  return {
    ...job,
    document: { ...job.document, settings },
    spec: { format: "mp4-h264", resolution: 720, quality: "standard", captions: "burn" },
  };
}

const rasteriser = createTitleRasteriser(nodeTitleAssets());

/** What the hand-written command finds ready: the title as a PNG. Gives where to lay it. */
async function prepareTitle(lab: Lab, job: ExportJob): Promise<Title> {
  const plan = planOf(job);
  if (!plan.ok) throw new Error(plan.failure.internal);
  const { context, remove } = await lab.open();
  const inputs = await gatherInputs(context, plan.value, job, rasteriser);
  if (!inputs.ok) throw new Error(inputs.failure.internal);
  const [id, rect] = Object.entries(inputs.value.titleRects)[0] ?? [];
  if (id === undefined || rect === undefined) throw new Error("the title is missing");
  const png = join(context.directory, inputs.value.files[id] ?? "");
  await copyFile(png, join(lab.directory, "title.png"));
  await remove();
  return rect;
}

type Stage = "download" | "render" | "audio" | "join" | "verify";

function stageOf({ job }: ToolRun): Stage {
  const output = job.args.at(-1) ?? "";
  if (job.tool === "ffprobe" || /^(last|level|source-level)\.raw$/.test(output)) return "verify";
  if (output.endsWith(".wav")) return "audio";
  return job.args.includes("concat") ? "join" : "render";
}

/** Seconds from the first start to the last end of a stage; stages may run side by side. */
function spans(startMs: number, runs: readonly ToolRun[]): Record<Stage, number> {
  const span = (stage: Stage) => {
    const own = runs.filter((one) => stageOf(one) === stage);
    if (own.length === 0) return 0;
    const ends = own.map((one) => one.endMs);
    return (Math.max(...ends) - Math.min(...own.map((one) => one.startMs))) / 1_000;
  };
  const first = Math.min(...runs.map((one) => one.startMs));
  return {
    download: (first - startMs) / 1_000,
    render: span("render"),
    audio: span("audio"),
    join: span("join"),
    verify: span("verify"),
  };
}

interface Pair {
  readonly ours: Timed;
  readonly hand: Timed;
  readonly stages: Record<Stage, number>;
}

async function exportOnce(lab: Lab, job: ExportJob) {
  const runs: ToolRun[] = [];
  const { context, remove } = await lab.open(runs);
  const startMs = performance.now();
  const time = await timed(async () => {
    const done = await exportVideo(context, job, { rasteriser, limits: LIMITS });
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
  });
  await copyFile(join(context.directory, "video.mp4"), join(lab.directory, "ours.mp4"));
  await remove();
  return { time, stages: spans(startMs, runs) };
}

/** Nobody may compare unlike things: same frames, same length of sound, nearly the same pixels. */
async function checkAlike(lab: Lab): Promise<number> {
  const [ours, hand] = ["ours.mp4", "hand.mp4"].map((name) => measure(join(lab.directory, name)));
  if (ours?.frames !== 300 || hand?.frames !== 300) {
    throw new Error(`frames: ours ${ours?.frames}, by hand ${hand?.frames}, wanted 300`);
  }
  if (Math.abs(ours.samples - hand.samples) > 2_048) {
    throw new Error(`samples: ours ${ours.samples}, by hand ${hand.samples}`);
  }
  const compare = [
    "-i",
    "ours.mp4",
    "-i",
    "hand.mp4",
    "-lavfi",
    "[0:v][1:v]ssim=stats_file=ssim.txt",
  ];
  const said = await ffmpeg([...compare, "-an", "-f", "null", "-"], lab.directory);
  const ssim = Number(/All:([\d.]+)/.exec(said)?.[1]);
  if (!(ssim > 0.97)) throw new Error(`the pictures differ: SSIM ${ssim}`);
  return ssim;
}

async function measurePairs(lab: Lab, job: ExportJob, command: readonly string[]): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let index = 0; index < PAIRS; index++) {
    const oursFirst = index % 2 === 0;
    let ours = oursFirst ? await exportOnce(lab, job) : null;
    const hand = await timed(async () => void (await ffmpeg(command, lab.directory)));
    ours ??= await exportOnce(lab, job);
    pairs.push({ ours: ours.time, hand, stages: ours.stages });
    process.stdout.write(
      `  pair ${index + 1}: ours ${ours.time.wallS.toFixed(2)} s (cpu ${ours.time.cpuS.toFixed(2)}), ` +
        `by hand ${hand.wallS.toFixed(2)} s (cpu ${hand.cpuS.toFixed(2)}), ` +
        `ratio ${(ours.time.wallS / hand.wallS).toFixed(3)}\n`,
    );
  }
  return pairs;
}

/** Ours over each peer's, wall and processor time; nothing where a peer is not installed. */
async function measurePeers(lab: Lab, title: Title, ours: Timed) {
  const figures: Figure[] = [];
  for (const peer of await findPeers(title)) {
    const rounds: Timed[] = [];
    for (let round = 0; round < Math.min(3, PAIRS); round += 1) {
      rounds.push(await timed(() => runPeer(peer, lab.directory)));
    }
    const { frames } = measure(join(lab.directory, peer.file));
    if (frames !== 300) throw new Error(`${peer.name} made ${frames} frames`);
    const ratio = { unit: "ratio", better: "lower" } as const;
    const wall = ours.wallS / median(rounds.map((round) => round.wallS));
    const cpu = ours.cpuS / median(rounds.map((round) => round.cpuS));
    figures.push({ id: `${peer.name}_ratio`, value: wall, ...ratio, target: 1 });
    figures.push({ id: `${peer.name}_cpu_ratio`, value: cpu, ...ratio, target: null });
  }
  return figures;
}

const lab = await openLab();
try {
  const job = await referenceJob(lab);
  const title = await prepareTitle(lab, job);
  const command = byHand(title);
  // One of each before the clock counts: files in the page cache, fonts and WebAssembly loaded.
  await exportOnce(lab, job);
  await ffmpeg(command, lab.directory);
  const ssim = await checkAlike(lab);
  const pairs = await measurePairs(lab, job, command);
  const wall = pairs.map((pair) => pair.ours.wallS / pair.hand.wallS);
  const cpu = pairs.map((pair) => pair.ours.cpuS / pair.hand.cpuS);
  const ours = {
    wallS: median(pairs.map((pair) => pair.ours.wallS)),
    cpuS: median(pairs.map((pair) => pair.ours.cpuS)),
  };
  const bytes = async (name: string) => (await stat(join(lab.directory, name))).size;
  const info = { unit: "s", target: null, better: "lower" } as const;
  const stage = (name: Stage) => ({
    id: `stage_${name}`,
    value: median(pairs.map((pair) => pair.stages[name])),
    ...info,
  });
  printFigures("render", [
    { id: "ratio_median", value: median(wall), unit: "ratio", target: 1.15, better: "lower" },
    { id: "ratio_best", value: Math.min(...wall), ...info, unit: "ratio" },
    { id: "ratio_worst", value: Math.max(...wall), ...info, unit: "ratio" },
    { id: "cpu_ratio_median", value: median(cpu), unit: "ratio", target: 1.15, better: "lower" },
    { id: "cpu_ratio_worst", value: Math.max(...cpu), ...info, unit: "ratio" },
    { id: "ours_s", value: ours.wallS, ...info },
    { id: "hand_s", value: median(pairs.map((pair) => pair.hand.wallS)), ...info },
    ...(["download", "render", "audio", "join", "verify"] as const).map(stage),
    { id: "ours_bytes", value: await bytes("ours.mp4"), ...info, unit: "bytes" },
    { id: "hand_bytes", value: await bytes("hand.mp4"), ...info, unit: "bytes" },
    { id: "ssim", value: ssim, unit: "ssim", target: 0.97, better: "higher" },
    ...(await measurePeers(lab, title, ours)),
  ]);
} finally {
  await lab.close();
}
