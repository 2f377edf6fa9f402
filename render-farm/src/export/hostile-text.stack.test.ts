import { readdir } from "node:fs/promises";
import { framesToFlicks } from "@cutroom/timeline";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATE, clipFacts, filmJob, shelve } from "../testing/film.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo } from "./export-video.ts";

/** What has a meaning to a shell, a filter script, an argument list or a concat list. */
const PIECES = [
  "'",
  '"',
  ";",
  ",",
  ":",
  "=",
  "[v]",
  "]",
  "[",
  "\\",
  "%{pts}",
  "$(id)",
  "`id`",
  "|",
  "&&",
  "../",
  "/etc/passwd",
  "-i ",
  "file '",
  "movie=",
  "\n",
  "%d",
  "{}",
  "<b>",
  "#",
  "concat:",
];
const COUNT = 24;
/** Each piece next to every other one in turn, 24 of them a title. */
const textOf = (index: number) =>
  PIECES.map((_, at) => PIECES[(at * (index + 1) + index) % PIECES.length]).join("");

let engine: MediaEngine;
let shelf: ObjectShelf;
beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
});
afterAll(() => Promise.all([engine.close(), shelf.close()]));

test("two dozen hostile titles, and names like them, are drawn and do nothing else (F132, F134, F135)", async () => {
  const asset = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
  const title = { text: textOf(0), at: 0, length: 1 };
  const film = filmJob(shelf, { shots: [{ asset, at: 0, length: COUNT }], title });
  const first = film.document.clips["title"];
  if (first?.kind !== "text") throw new Error("no title");
  const titles = Array.from({ length: COUNT }, (_, index) => ({
    ...first,
    id: `t${index}`,
    name: textOf(index),
    text: textOf(index),
    fadeIn: 0,
    start: framesToFlicks(index, RATE),
  }));
  const { title: _, ...shots } = film.document.clips;
  const clips = { ...shots, ...Object.fromEntries(titles.map((clip) => [clip.id, clip])) };
  const job = await testJob(engine);
  const limits = { maxPictures: 16, maxSounds: 24, segmentSeconds: 0.4, threads: 2 };
  const tools = { rasteriser: createTitleRasteriser(nodeTitleAssets()), limits };
  const wanted = { ...film, document: { ...film.document, clips } };
  const done = await exportVideo(job.context, wanted, tools);
  expect(done.ok ? done.value.result.frame_count : done.failure.internal).toBe(COUNT);
  // Parts are joined by a list of names, which are the server's own.
  expect(done.ok ? done.value.result.segments : 0).toBeGreaterThan(1);
  for (const name of await readdir(job.context.directory)) {
    expect(name).toMatch(/^[a-z0-9-]+\.[a-z0-9]{2,4}$/);
  }
  await job.remove();
});
