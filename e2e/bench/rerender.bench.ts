/**
 * What an edit costs: a film of three minutes and 40 clips is exported by a farm that has never
 * seen it, then one clip is made half a second shorter, which moves all that follows, and the film
 * is exported again. Both times the whole export counts: plan, download of every master, titles,
 * picture, sound, join and checks. At 640x360, so that it ends soon; at a larger frame the picture's
 * share grows and the ratio falls.
 *
 *   npm run -s bench -- rerender [edits]
 */
import { join } from "node:path";
import type { ExportJob } from "../../packages/contracts/src/index.ts";
import { createTitleRasteriser } from "../../packages/titles/src/index.ts";
import { nodeTitleAssets } from "../../packages/titles/src/node.ts";
import { exportVideo } from "../../render-farm/src/export/export-video.ts";
import { probeEncoders } from "../../render-farm/src/export/probe-encoders.ts";
import { RENDER_LIMITS } from "../../render-farm/src/export/render-limits.ts";
import { openSegmentCache } from "../../render-farm/src/export/segment-cache.ts";
import type { SegmentCache } from "../../render-farm/src/export/segment-cache.ts";
import { filmJob } from "../../render-farm/src/testing/film.ts";
import type { Asset } from "../../render-farm/src/testing/film.ts";
import { makeFootage, makeMusic, openLab, timed } from "./export-lab.ts";
import type { Lab } from "./export-lab.ts";
import { median, printFigures } from "./figures.ts";

const EDITS = Number(process.argv[2] ?? 3);
const [WIDTH, HEIGHT, CLIPS, CLIP_FRAMES, SOURCES] = [640, 360, 40, 135, 8];
const TRIM_FRAMES = 15;
const LIMITS = { ...RENDER_LIMITS.native, threads: 2 };
const rasteriser = createTitleRasteriser(nodeTitleAssets());

interface Footage {
  readonly clips: readonly Asset[];
  readonly music: Asset;
}

async function shoot(lab: Lab): Promise<Footage> {
  const clips = [];
  for (let seed = 0; seed < SOURCES; seed++) {
    const path = join(lab.directory, `${seed}.mp4`);
    await makeFootage(path, { width: WIDTH, height: HEIGHT, seconds: 8, seed }, lab.directory);
    clips.push(await lab.shelve(`clip${seed}`, path));
  }
  const tune = join(lab.directory, "music.m4a");
  await makeMusic(tune, 180, lab.directory);
  return { clips, music: await lab.shelve("music", tune) };
}

/** The film with clip `trimmed` shortened at its end; null: as it was. */
function filmOf(lab: Lab, { clips, music }: Footage, trimmed: number | null): ExportJob {
  const length = (index: number) => CLIP_FRAMES - (index === trimmed ? TRIM_FRAMES : 0);
  let at = 0;
  const shots = Array.from({ length: CLIPS }, (_, index) => {
    const asset = clips[index % clips.length];
    if (asset === undefined) throw new Error("no footage");
    const shot = { asset, at, length: length(index), from: 20 + index };
    at += shot.length;
    return shot;
  });
  const job = filmJob(lab.shelf, {
    shots,
    crossfades: Object.fromEntries(
      Array.from({ length: CLIPS / 5 }, (_, index) => [index * 5 + 1, 20]),
    ),
    title: { text: "Three days by the sea", at: 30, length: 90 },
    music: [{ asset: music, at: 0, length: at, gainDb: -15 }],
  });
  const settings = { ...job.document.settings, width: WIDTH, height: HEIGHT };
  const document = { ...job.document, settings };
  return {
    ...job,
    document,
    spec: { format: "mp4-h264", resolution: 360, quality: "standard", captions: "burn" },
  };
}

async function exportOnce(lab: Lab, job: ExportJob, cache: SegmentCache) {
  const { context, remove } = await lab.open();
  let reuse = { segments: 0, reused: 0 };
  const time = await timed(async () => {
    const done = await exportVideo(context, job, { rasteriser, limits: LIMITS, cache });
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const { segments = 0, segments_reused: reused = 0 } = done.value.result;
    reuse = { segments, reused };
  });
  await remove();
  process.stdout.write(
    `  ${time.wallS.toFixed(2)} s (cpu ${time.cpuS.toFixed(2)}), ` +
      `${reuse.reused} of ${reuse.segments} segments reused\n`,
  );
  return { ...time, ...reuse };
}

const lab = await openLab();
try {
  const footage = await shoot(lab);
  const { identity: encoder } = await probeEncoders(lab.engine, lab.directory);
  const directory = join(lab.directory, "segments");
  const cache = await openSegmentCache({ directory, maxBytes: 2 ** 31, encoder });
  const first = await exportOnce(lab, filmOf(lab, footage, null), cache);
  if (first.reused !== 0) throw new Error("the first export found something to reuse");
  const edits = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const trimmed = 9 + edit * 7;
    edits.push(await exportOnce(lab, filmOf(lab, footage, trimmed), cache));
  }
  const ratios = edits.map((edit) => edit.wallS / first.wallS);
  const info = { target: null, better: "lower" } as const;
  printFigures("rerender", [
    { id: "ratio_median", value: median(ratios), unit: "ratio", target: 0.15, better: "lower" },
    { id: "ratio_worst", value: Math.max(...ratios), unit: "ratio", ...info },
    {
      id: "cpu_ratio_median",
      value: median(edits.map((edit) => edit.cpuS / first.cpuS)),
      unit: "ratio",
      target: 0.15,
      better: "lower",
    },
    { id: "first_s", value: first.wallS, unit: "s", ...info },
    { id: "again_s", value: median(edits.map((edit) => edit.wallS)), unit: "s", ...info },
    { id: "segments", value: first.segments, unit: "count", ...info },
    {
      id: "rendered_again",
      value: median(edits.map((edit) => edit.segments - edit.reused)),
      unit: "count",
      ...info,
    },
  ]);
} finally {
  await lab.close();
}
