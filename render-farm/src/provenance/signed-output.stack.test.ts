import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExportJob } from "@cutroom/contracts";
import type { ExportFormat } from "@cutroom/domain";
import type { MediaEngine } from "@cutroom/ports";
import { isIntact, makeDevelopmentSigner, readSaidOrigin, readSigner } from "@cutroom/provenance";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportVideo } from "../export/export-video.ts";
import { startsAtOnce } from "../export/starts-at-once.ts";
import { generateClip } from "../generate/generate-clip.ts";
import { ingest } from "../ingest/ingest.ts";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset } from "../testing/film.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { perform } from "../worker/perform.ts";
import { signClip } from "./sign-clip.ts";
import { signOutput } from "./sign-output.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const signer = readSigner(makeDevelopmentSigner(Date.now()));
const limits = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const INGEST = { max_pixels: 40_000_000, max_duration_ms: 60_000, max_streams: 8 };
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;
let baseline: Asset;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  baseline = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), ...jobs.map((job) => job.remove())]);
});

async function newJob() {
  const job = await testJob(engine);
  jobs.push(job);
  return job;
}

type Asked = Partial<ExportJob["spec"]> & { readonly format: ExportFormat };

async function exported(spec: Asked, signs = true) {
  const { context } = await newJob();
  const film = filmJob(shelf, { shots: [{ asset: baseline, at: 0, length: 30 }] });
  const origin = { disclosure: "ai", tool: "runway-gen4.5", is_claim: false } as const;
  const assets = film.assets.map((asset) => ({ ...asset, origin }));
  const done = await exportVideo(
    context,
    { ...film, assets, spec: { ...film.spec, ...spec } },
    { rasteriser, limits, ...(signs ? { signer } : {}) },
  );
  if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
  const at = (name: string) => join(context.directory, done.value.files[name] ?? "");
  return { at, file: at("video"), result: done.value.result };
}

/** Every packet as it is played: its times, its size and the digest of its bytes. */
async function packets(file: string) {
  const entries = "packet=stream_index,pts,dts,duration,size,flags,data_hash";
  const args = ["-v", "error", "-show_data_hash", "MD5", "-show_entries", entries, "-of", "csv"];
  return (await run("ffprobe", [...args, file])).stdout;
}

/** Every picture and all sound, decoded. */
async function decoded(file: string) {
  const args = ["-v", "error", "-i", file, "-map", "0", "-f", "streamhash", "-"];
  return (await run("ffmpeg", args)).stdout;
}

/** The digest of a part of a picture. */
async function pixels(file: string, part: string) {
  const args = ["-v", "error", "-i", file, "-vf", part, "-f", "streamhash", "-"];
  return (await run("ffmpeg", args)).stdout;
}

describe("an export's credentials (G8)", () => {
  test.each(["mp4-h264", "mp4-hevc", "mp4-av1", "mov-prores"] as const)(
    "%s: signed and whole, with the packets, pictures and sound of the same film unsigned (E4)",
    async (format) => {
      const [signed, plain] = [await exported({ format }), await exported({ format }, false)];
      expect(signed.result.provenance).toEqual({
        ai_disclosure: "wholly",
        tools: ["runway-gen4.5"],
        credentials: "development",
      });
      expect(plain.result.provenance?.credentials).toBe("none");
      expect(await isIntact(signed.file)).toBe(true);
      expect(await readSaidOrigin(signed.file)).toEqual({
        disclosure: "ai",
        tool: "runway-gen4.5",
      });
      expect(await readSaidOrigin(plain.file)).toBeNull();
      expect(await packets(signed.file)).toBe(await packets(plain.file));
      expect(await decoded(signed.file)).toBe(await decoded(plain.file));
      expect(await startsAtOnce(signed.file)).toBe(true);
    },
  );

  test("what other containers could hold is not written, and said", async () => {
    const { result } = await exported({ format: "webm-vp9" });
    expect(result.provenance).toMatchObject({ ai_disclosure: "wholly", credentials: "none" });
  });

  test("the sizes of an adaptive stream stay as players of fragments need them", async () => {
    const [signed, plain] = [
      await exported({ format: "mp4-h264", adaptive: true }),
      await exported({ format: "mp4-h264", adaptive: true }, false),
    ];
    expect(signed.result.stream).toEqual(plain.result.stream);
    const rung = signed.result.stream?.[0]?.name ?? "";
    expect(await readFile(signed.at(rung))).toEqual(await readFile(plain.at(rung)));
  });

  test("the label lies in the lower left corner, and the rest of the picture is as without it", async () => {
    const [labelled, plain] = [
      await exported({ format: "png", ai_label: true }),
      await exported({ format: "png" }),
    ];
    const cornerOf = (at: string) => `crop=160:40:${at},format=gray`;
    const corner = cornerOf("0:ih-40");
    const other = cornerOf("iw-160:ih-40");
    expect(await pixels(labelled.file, corner)).not.toBe(await pixels(plain.file, corner));
    expect(await pixels(labelled.file, other)).toBe(await pixels(plain.file, other));
    const above = "crop=iw:ih-40:0:0,format=gray";
    expect(await pixels(labelled.file, above)).toBe(await pixels(plain.file, above));
  });

  test("a file that cannot be signed is not delivered unsigned", async () => {
    const { context } = await newJob();
    await writeFile(join(context.directory, "video.mp4"), "no film");
    const description = { actions: [], ingredients: [] };
    expect(await signOutput(context, "video.mp4", description, signer)).toMatchObject({
      ok: false,
      failure: { code: "SIGNING_FAILED", retryable: true },
    });
    expect(await signOutput(context, "video.mp4", description, null)).toMatchObject({
      ok: true,
      value: "none",
    });
  });
});

describe("a generated clip's credentials (G8)", () => {
  test("say that a program made it, not AI, and come back from ingest, without its words", async () => {
    const { context } = await newJob();
    const spec = {
      model: "procedural",
      prompt: "a secret sea at sunset",
      seed: 7,
      ratio: "16:9",
      duration_ms: 2_000,
      caption: false,
    } as const;
    const made = await generateClip(
      context,
      { kind: "generate", spec, outputs: [] },
      { rasteriser, signer },
    );
    if (!made.ok) throw new Error(`${made.failure.code} ${made.failure.internal}`);
    expect(made.value.result.provenance).toEqual({
      ai_disclosure: "none",
      tools: ["procedural"],
      credentials: "development",
    });
    const file = join(context.directory, "video.mp4");
    expect(await isIntact(file)).toBe(true);
    expect((await readFile(file)).includes("secret")).toBe(false);
    const next = await newJob();
    await copyFile(file, join(next.context.directory, "source.bin"));
    const taken = await ingest(next.context, "source.bin", INGEST);
    if (!taken.ok) throw new Error(taken.failure.internal);
    expect(taken.value.saidOrigin).toEqual({ disclosure: "procedural", tool: "Cutroom" });
    expect(taken.value.hasMaster).toBe(false);
  });

  test("a vendor's clip gets them when it is prepared, and its checksum is of what was signed", async () => {
    const { context } = await newJob();
    const origin = { disclosure: "ai", tool: "runway-gen4.5", is_claim: false } as const;
    const { url: source_url, sizeBytes: size_bytes } = baseline;
    const source = { asset_id: "made", source_url, size_bytes, sha256: null, outputs: [] };
    const job = { kind: "ingest" as const, ...source, limits: INGEST };
    const tools = { rasteriser, limits, signer };
    const made = await perform(context, { ...job, origin }, tools);
    if (!made.ok || made.value.result.kind !== "ingest") throw new Error("not prepared");
    const file = join(context.directory, made.value.files["original"] ?? "");
    const { checksum, provenance } = made.value.result;
    expect(provenance).toMatchObject({ ai_disclosure: "wholly", credentials: "development" });
    expect(checksum).toBe(
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    );
    expect(await isIntact(file)).toBe(true);
    expect(await readSaidOrigin(file)).toMatchObject({ disclosure: "ai", tool: "runway-gen4.5" });
    const uploaded = await perform((await newJob()).context, job, tools);
    if (!uploaded.ok) throw new Error(uploaded.failure.internal);
    expect(uploaded.value.files["original"]).toBeUndefined();
    // What its vendor has signed keeps its vendor's word.
    const again = await signClip(context, "source.mp4", { ...origin, tool: "another" }, signer);
    expect(again).toEqual({ ok: true, value: null });
  });

  test("an uploaded picture's are read, whoever signed it", async () => {
    const { context } = await newJob();
    const picture = new URL(
      "../../../packages/provenance/src/fixtures/generated.png",
      import.meta.url,
    );
    await copyFile(picture, join(context.directory, "source.bin"));
    const taken = await ingest(context, "source.bin", INGEST);
    if (!taken.ok) throw new Error(taken.failure.internal);
    expect(taken.value.saidOrigin).toEqual({ disclosure: "ai", tool: "Example Image Model 3" });
  });
});
