/**
 * Whether an export's time grows with its length alone and its memory with nothing: films of 1 and
 * 10 minutes with 20 and 200 clips, at 640x360, each exported once without a cache.
 *
 *   npm run -s bench -- scale [minutes of the long film]
 */
import { join } from "node:path";
import { createTitleRasteriser } from "../../packages/titles/src/index.ts";
import { nodeTitleAssets } from "../../packages/titles/src/node.ts";
import { exportVideo } from "../../render-farm/src/export/export-video.ts";
import { RENDER_LIMITS } from "../../render-farm/src/export/render-limits.ts";
import { filmJob } from "../../render-farm/src/testing/film.ts";
import type { Asset } from "../../render-farm/src/testing/film.ts";
import { makeFootage, openLab, timed } from "./export-lab.ts";
import type { Lab } from "./export-lab.ts";
import { printFigures } from "./figures.ts";
import { peakMemory } from "./memory.ts";

const LONG_MINUTES = Number(process.argv[2] ?? 10);
const [FPS, SOURCE_SECONDS, MIB] = [30, 40, 2 ** 20];
const LIMITS = { ...RENDER_LIMITS.native, threads: 2 };
const rasteriser = createTitleRasteriser(nodeTitleAssets());

/** `clips` of one length end to end, each from another place of the sources. */
async function exportFilm(lab: Lab, sources: readonly Asset[], minutes: number, clips: number) {
  const length = Math.floor((minutes * 60 * FPS) / clips);
  const room = SOURCE_SECONDS * FPS - length;
  const shots = Array.from({ length: clips }, (_, index) => {
    const asset = sources[index % sources.length];
    if (asset === undefined) throw new Error("no footage");
    return { asset, at: index * length, length, from: (index * 37) % Math.max(1, room) };
  });
  const job = filmJob(lab.shelf, { shots });
  const { context, remove } = await lab.open();
  let wallS = 0;
  const bytes = await peakMemory(async () => {
    const time = await timed(async () => {
      const done = await exportVideo(context, job, { rasteriser, limits: LIMITS });
      if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    });
    ({ wallS } = time);
  });
  await remove();
  const secondsPerMinute = wallS / minutes;
  process.stdout.write(
    `  ${minutes} min, ${clips} clips: ${wallS.toFixed(1)} s, ${secondsPerMinute.toFixed(2)} s a minute, ` +
      `peak ${(bytes / MIB).toFixed(0)} MiB\n`,
  );
  return { secondsPerMinute, mib: bytes / MIB };
}

const lab = await openLab();
try {
  const sources = [];
  for (const seed of [0, 1, 2, 3]) {
    const path = join(lab.directory, `${seed}.mp4`);
    const footage = { width: 640, height: 360, seconds: SOURCE_SECONDS, seed };
    await makeFootage(path, footage, lab.directory);
    sources.push(await lab.shelve(`clip${seed}`, path));
  }
  const short = await exportFilm(lab, sources, 1, 20);
  const busy = await exportFilm(lab, sources, 1, 200);
  const long = await exportFilm(lab, sources, LONG_MINUTES, 20 * LONG_MINUTES);
  const mib = [short, busy, long].map((one) => one.mib);
  const ratio = { unit: "ratio", better: "lower" } as const;
  const linear = long.secondsPerMinute / short.secondsPerMinute;
  printFigures("scale", [
    { id: "long_per_minute_ratio", value: linear, ...ratio, target: 1.15 },
    {
      id: "busy_ratio",
      value: busy.secondsPerMinute / short.secondsPerMinute,
      ...ratio,
      target: null,
    },
    { id: "memory_ratio", value: Math.max(...mib) / Math.min(...mib), ...ratio, target: null },
    { id: "memory_peak_mib", value: Math.max(...mib), unit: "MiB", target: 1_024, better: "lower" },
    { id: "s_per_minute", value: long.secondsPerMinute, unit: "s", target: null, better: "lower" },
  ]);
} finally {
  await lab.close();
}
