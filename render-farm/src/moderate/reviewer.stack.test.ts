import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ClaimedVerdict } from "@cutroom/contracts";
import type { MediaEngine, PictureJudge } from "@cutroom/ports";
import { ok } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openScratch } from "../scratch.ts";
import { testEngine } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { beginReviewing } from "./reviewer.ts";
import type { ReviewApi } from "./reviewer.ts";

const run = promisify(execFile);
const SCORE = { drawing: 0, hentai: 0, neutral: 1, porn: 0, sexy: 0 };
let folder: string;
let engine: MediaEngine;
let shelf: ObjectShelf;
let picture: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "farm-review-"));
  engine = await testEngine("native");
  shelf = await openShelf();
  const file = join(folder, "sheet.jpg");
  const source = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=1:d=3", "-vf", "tile=10x1"];
  await run("ffmpeg", ["-v", "error", ...source, "-frames:v", "1", file]);
  picture = await readFile(file);
  shelf.objects.set("/sheet.jpg", picture);
});
afterAll(async () => {
  await shelf.close();
  await engine.close();
  await rm(folder, { recursive: true });
});

/** Reviews what one claim gives, and tells what the API then hears. */
async function heardOf(judge: PictureJudge["judge"]) {
  const sheet = { tile_width: 160, tile_height: 90, columns: 10, count: 3, interval_ms: 1_000 };
  const pictures = { url: `${shelf.base}/sheet.jpg`, size_bytes: picture.length, sheet };
  const claimed = { review_id: "r1", attempt: 2, lease_ms: 60_000, policy_version: "1" };
  const waiting: ClaimedVerdict[] = [{ ...claimed, pictures, tiles: [0, 1, 2] }];
  const heard: { readonly call: string; readonly body: object }[] = [];
  const hears = (call: string) => (input: { readonly body: object }) => {
    heard.push({ call, body: input.body });
    return Promise.resolve(ok(undefined));
  };
  const api: ReviewApi = {
    claimVerdict: () => Promise.resolve(ok({ verdict: waiting.shift() ?? null })),
    giveVerdict: hears("give"),
    dropVerdict: hears("drop"),
  };
  const reviewer = beginReviewing({
    api,
    engine,
    scratch: await openScratch(join(folder, "scratch")),
    clock: { nowMs: () => Date.now() },
    log: () => undefined,
    workerId: "w1",
    judge: { version: "v1", judge },
  });
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 30_000 });
  await reviewer.end();
  return heard[0];
}

const FENCE = { worker_id: "w1", attempt: 2, model_version: "v1" };

describe("a farm that judges contents (G5)", () => {
  it("gives the score of each picture with its moment, under the attempt it holds (C8)", async () => {
    const said = await heardOf((pictures) =>
      Promise.resolve({ kind: "judged", scores: pictures.map(() => SCORE) }),
    );
    const frames = [0, 1_000, 2_000].map((at_ms) => ({ at_ms, score: SCORE }));
    const input_digest = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
    expect(said).toEqual({ call: "give", body: { ...FENCE, frames, input_digest } });
  });

  it.each(["failed", "unknown"] as const)("says when a judge's answer is %s (I3)", async (kind) => {
    const said = await heardOf(() => Promise.resolve({ kind, internal: "no answer" }));
    const body = { ...FENCE, unknown: kind === "unknown", internal: "no answer" };
    expect(said).toEqual({ call: "drop", body });
  });
});
