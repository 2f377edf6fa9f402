import { copyFile, mkdtemp, readFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FLICKS_PER_SECOND, mediaFacts } from "@cutroom/timeline";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beeps, brightness, facts, flashes, peak, samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { ZOO, animals, zooFile } from "../testing/zoo.ts";
import type { Animal } from "../testing/zoo.ts";
import { ingest } from "./ingest.ts";
import type { Ingested } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const CANARY = "ZOO-CANARY";
const jobs: TestJob[] = [];
let engine: MediaEngine;
let made: string;

beforeAll(async () => {
  engine = await testEngine("native");
  made = await mkdtemp(join(tmpdir(), "farm-made-"));
});

afterAll(async () => {
  await engine.close();
  await Promise.all([...jobs.map((job) => job.remove()), rm(made, { recursive: true })]);
});

async function ingestFile(path: string, limits = LIMITS, on = engine) {
  const job = await testJob(on);
  jobs.push(job);
  await copyFile(path, join(job.context.directory, "source.bin"));
  const result = await ingest(job.context, "source.bin", limits);
  return { result, path: (name: string) => join(job.context.directory, name), job };
}

/** Ingest of one file is the same every time, so tests that only look share it. */
const known = new Map<string, ReturnType<typeof ingestAccepted>>();

function accepted(path: string): ReturnType<typeof ingestAccepted> {
  const before = known.get(path);
  if (before !== undefined) return before;
  const going = ingestAccepted(path);
  known.set(path, going);
  return going;
}

async function ingestAccepted(path: string) {
  const { result, path: at, job } = await ingestFile(path);
  if (!result.ok) throw new Error(`${path}: ${result.failure.code} ${result.failure.internal}`);
  const { files } = result.value;
  const master = at(files["master"] ?? "source.bin");
  return { ...result.value, job, master, proxy: at(files["proxy"] ?? ""), at };
}

/** A file that the zoo does not hold, made by FFmpeg once per run. */
async function make(name: string, args: readonly string[]): Promise<string> {
  const path = join(made, name);
  await run("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args, path]);
  return path;
}

const even = (value: number) => 2 * Math.round(value / 2);

/** What the manifest says of an animal, as far as it says anything. */
function truthOf(animal: Animal) {
  const { width, height, fps, frames, duration_s: lasts } = animal;
  const size = width === null || height === null ? null : [width, height];
  const isStill = size !== null && lasts === null;
  return {
    kind: size === null ? "audio" : isStill ? "image" : "video",
    serves: true,
    heard: animal.has_audio,
    lengthHolds: true,
    size: size?.map((side) => (isStill ? side : even(side))) ?? null,
    rate: isStill ? null : fps,
    frames: isStill || fps === null ? null : frames,
    proxyMatches: true,
  };
}

async function summaryOf(
  value: Ingested & { readonly proxy: string },
  animal: Animal,
): Promise<ReturnType<typeof truthOf>> {
  const { kind, video, audio, duration } = value.facts;
  const off = Math.abs(duration / FLICKS_PER_SECOND - (animal.duration_s ?? 0));
  const rate = video === null ? null : `${video.rate.n}/${video.rate.d}`;
  const proxy = (await facts(value.proxy)).streams[0];
  const proxyMatches =
    Number(proxy?.["nb_read_packets"]) === video?.frameCount &&
    proxy?.["r_frame_rate"] === rate &&
    proxy?.["width"] === video?.width;
  return {
    kind,
    serves: value.hasMaster || animal.expect === "accept",
    heard: audio !== null,
    lengthHolds: off <= (animal.tol_s ?? 0),
    size: video === null ? null : [video.width, video.height],
    rate: animal.fps === null ? null : rate,
    frames: animal.fps === null || animal.frames === null ? null : (video?.frameCount ?? 0),
    proxyMatches: kind !== "video" || proxyMatches,
  };
}

function expectClean(value: Ingested) {
  expect(mediaFacts.safeParse(value.facts).success).toBe(true);
  expect(JSON.stringify(value.facts)).not.toMatch(/NaN|Infinity/);
}

describe("ingest of the zoo", () => {
  const good = animals.filter((one) => one.expect === "accept" || one.expect === "normalise");
  test.each(good.filter((one) => !one.file.startsWith("longlong")))(
    "$file is accepted with its true length, rate, frames and size (F04, F07, F12, F17, F19)",
    async (animal) => {
      const value = await accepted(zooFile(animal.file));
      expectClean(value);
      expect(await summaryOf(value, animal)).toEqual(truthOf(animal));
    },
  );

  test.each(animals.filter((one) => one.expect === "refuse"))(
    "$file is refused as $refusal, for good (F10, F125, F126, F130)",
    async (animal) => {
      const { result } = await ingestFile(zooFile(animal.file));
      expect(result).toMatchObject({
        ok: false,
        failure: { code: animal.refusal, retryable: false },
      });
    },
  );

  test("an animated WebP is refused at once as unsupported (F14)", async () => {
    const { result } = await ingestFile(zooFile("animated.webp"));
    expect(result).toMatchObject({ ok: false, failure: { code: "UNSUPPORTED_FORMAT" } });
  });

  test("the user's file name never matters: 244 bytes of it are accepted", async () => {
    const name = `${"long".repeat(60)}.mp4`;
    const path = join(made, name);
    await copyFile(zooFile("baseline.mp4"), path);
    expect((await accepted(path)).facts.video?.frameCount).toBe(60);
  });
});

describe("ingest keeps picture and sound together", () => {
  const cases = [
    { file: "baseline.mp4", flash: [0, 1], beep: [0, 1] },
    { file: "vfr.mp4", flash: [0, 1], beep: [0, 1] },
    { file: "audio_late_500ms.mp4", flash: [0, 1], beep: [0.5, 1.5] },
    { file: "edit_list.mp4", flash: [0.3, 1.3], beep: [0.3, 1.3] },
    { file: "start_at_10s.ts", flash: [0, 1], beep: [0, 1] },
    { file: "fragmented.mp4", flash: [0, 1], beep: [0, 1] },
    { file: "webm_no_duration.webm", flash: [0, 1], beep: [0, 1] },
  ];
  test.each(cases)(
    "$file: flashes and beeps of master and proxy within a frame and 10 ms (F02, F04, F05)",
    async ({ file, flash, beep }) => {
      const value = await accepted(zooFile(file));
      const rate = value.facts.video?.rate ?? { n: 1, d: 1 };
      const fps = rate.n / rate.d;
      for (const path of [value.master, value.proxy]) {
        const [seen, heard] = await Promise.all([flashes(path, fps), beeps(path)]);
        expect(seen.length).toBe(flash.length);
        for (const [index, at] of flash.entries()) {
          expect(Math.abs((seen[index] ?? 99) - at)).toBeLessThanOrEqual(1.01 / fps);
        }
        expect(heard.length).toBe(beep.length);
        for (const [index, at] of beep.entries()) {
          expect(Math.abs((heard[index] ?? 99) - at)).toBeLessThanOrEqual(0.01);
        }
      }
    },
  );

  test("negative_start.mkv: the second flash and the second beep coincide", async () => {
    const value = await accepted(zooFile("negative_start.mkv"));
    const [seen, heard] = await Promise.all([flashes(value.master, 30), beeps(value.master)]);
    const [flash, beep] = [seen.at(-1), heard.at(-1)];
    expect(Math.abs((flash ?? 0) - (beep ?? 9))).toBeLessThanOrEqual(1.01 / 30);
  });

  test("sound that ends early is followed by silence, not by a loop (F01)", async () => {
    const value = await accepted(zooFile("video_longer.mp4"));
    expect(peak(await samples(value.proxy), 1.1, 3)).toBeLessThanOrEqual(3);
  });

  test("5.1 sound keeps its centre on both sides, not too loud (F21)", async () => {
    const value = await accepted(zooFile("surround_51.mkv"));
    const [left, right] = await Promise.all([samples(value.master, 0), samples(value.master, 1)]);
    for (const side of [left, right]) {
      const dbfs = 20 * Math.log10(peak(side, 0.2, 1.8) / 32_768);
      expect(dbfs).toBeGreaterThan(-20);
      expect(dbfs).toBeLessThan(-6);
    }
    expect(value.warnings).toContain("downmixed-to-stereo");
  });

  test("mono at 8 kHz sounds alike on both sides at its own level and pitch", async () => {
    const value = await accepted(zooFile("mono_8k.wav"));
    const [left, right] = await Promise.all([samples(value.master, 0), samples(value.master, 1)]);
    expect(Buffer.from(left.buffer).equals(Buffer.from(right.buffer))).toBe(true);
    const rises = left
      .slice(480, 4_320)
      .filter((sample, at, all) => sample >= 0 && (all[at - 1] ?? 0) < 0).length;
    expect(Math.abs(rises - 80)).toBeLessThanOrEqual(2);
  });
});

describe("ingest shows pictures as they were meant", () => {
  const corners = {
    tl: "iw/8:ih/8:0:0",
    tr: "iw/8:ih/8:iw*7/8:0",
    bl: "iw/8:ih/8:0:ih*7/8",
    br: "iw/8:ih/8:iw*7/8:ih*7/8",
  };
  test.each([
    ["rot90cw.mp4", "tr"],
    ["rot180cw.mp4", "br"],
    ["rot270cw.mp4", "bl"],
  ] as const)("%s is turned once, in master and proxy (F15, F16)", async (file, corner) => {
    const value = await accepted(zooFile(file));
    for (const path of [value.master, value.proxy]) {
      expect((await brightness(path, corners[corner]))[0]).toBeGreaterThan(180);
      expect(JSON.stringify(await facts(path))).not.toContain("displaymatrix");
    }
  });

  async function colourOf(path: string): Promise<number[]> {
    const { stdout } = await run(
      "ffmpeg",
      [
        "-v",
        "error",
        "-i",
        path,
        "-vf",
        "scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=gbrp,crop=16:16,scale=1:1,format=rgb24",
        "-frames:v",
        "1",
        "-f",
        "rawvideo",
        "-",
      ],
      { encoding: "buffer" },
    );
    return [...stdout];
  }

  test("the same colour tagged BT.601 and BT.709 comes out the same", async () => {
    for (const file of ["colour_bt601.mp4", "colour_bt709.mp4"]) {
      const value = await accepted(zooFile(file));
      for (const path of [value.master, value.proxy]) {
        const [red = 0, green = 0, blue = 0] = await colourOf(path);
        expect(Math.abs(red - 74)).toBeLessThanOrEqual(3);
        expect(Math.abs(green - 203)).toBeLessThanOrEqual(3);
        expect(Math.abs(blue - 221)).toBeLessThanOrEqual(3);
      }
    }
  });

  test.each(["fullrange_yuvj420p.mp4", "h264_10bit.mp4", "hlg_hevc10.mp4", "odd_321x181.webm"])(
    "%s becomes 8-bit 4:2:0, limited range, tagged BT.709 (F23, F61)",
    async (file) => {
      const value = await accepted(zooFile(file));
      for (const path of [value.master, value.proxy]) {
        expect((await facts(path)).streams[0]).toMatchObject({
          pix_fmt: "yuv420p",
          color_range: "tv",
          color_space: "bt709",
          color_transfer: "bt709",
          color_primaries: "bt709",
        });
      }
    },
  );

  test("full range does not come out washed: black stays black and white white (F23)", async () => {
    const value = await accepted(zooFile("fullrange_yuvj420p.mp4"));
    const square = await brightness(value.master);
    expect(square[0]).toBeGreaterThanOrEqual(253);
    expect(square[15]).toBeLessThanOrEqual(2);
  });

  test("interlaced material loses its combs before anything is scaled (F24)", async () => {
    const fields = async (path: string) => {
      const { stderr } = await run("ffmpeg", ["-i", path, "-vf", "idet", "-f", "null", "-"]);
      return Number(/Multi frame detection: TFF:\s*(\d+)/.exec(stderr)?.[1]);
    };
    const value = await accepted(zooFile("interlaced_tff.mp4"));
    expect(await fields(zooFile("interlaced_tff.mp4"))).toBe(25);
    // The pattern itself moves like fields in four frames, whatever removes the combs.
    expect(await fields(value.master)).toBeLessThanOrEqual(4);
    expect((await facts(value.master)).streams[0]).toMatchObject({ field_order: "progressive" });
    expect(value.warnings).toContain("deinterlaced");
  });

  test("alpha survives: VP9 in master and proxy, PNG straight", async () => {
    const clip = await accepted(zooFile("alpha_vp9.webm"));
    expect(clip.facts.video?.hasAlpha).toBe(true);
    const args = ["-c:v", "libvpx-vp9", "-i", clip.proxy, "-vf", "alphaextract,scale=1:1"];
    const options = { encoding: "buffer" } as const;
    const raw = ["-frames:v", "1", "-f", "rawvideo", "-"];
    const { stdout } = await run("ffmpeg", ["-v", "error", ...args, ...raw], options);
    expect(Math.abs((stdout[0] ?? 0) - 128)).toBeLessThanOrEqual(4);
    const still = await accepted(zooFile("alpha.png"));
    expect(still.facts.video?.hasAlpha).toBe(true);
    expect(still.proxy).toMatch(/\.png$/);
  });

  test("a GIF becomes a clip on a constant grid; solid ones carry no alpha", async () => {
    const path = await make("solid.gif", ["-f", "lavfi", "-i", "testsrc2=s=100x80:r=10:d=1"]);
    const value = await accepted(path);
    expect(value.facts.video).toMatchObject({ frameCount: 10, hasAlpha: false, width: 100 });
  });

  test("a see-through GIF and a ProRes 4444 clip keep their alpha as VP9", async () => {
    const half =
      "color=red:s=64x64:r=10:d=0.5,format=rgba,geq=r=255:g=0:b=0:a='if(lt(X,32),255,0)'";
    const palette = `${half},split[a][b];[a]palettegen[p];[b][p]paletteuse`;
    const gif = await make("holes.gif", ["-f", "lavfi", "-i", palette]);
    const prores = ["-c:v", "prores_ks", "-pix_fmt", "yuva444p10le"];
    const mov = await make("holes.mov", ["-f", "lavfi", "-i", half, ...prores]);
    for (const path of [gif, mov]) {
      const value = await accepted(path);
      expect(value.facts.video).toMatchObject({ frameCount: 5, hasAlpha: true });
      expect(value.master).toMatch(/\.webm$/);
    }
  });
});

describe("ingest of streams that change on the way", () => {
  test("a change of size keeps one frame grid and one size", async () => {
    const part = (name: string, size: string, at: string) =>
      make(name, [
        "-f",
        "lavfi",
        "-i",
        `testsrc2=s=${size}:r=30:d=1`,
        "-c:v",
        "libx264",
        "-g",
        "30",
        "-pix_fmt",
        "yuv420p",
        "-output_ts_offset",
        at,
        "-muxdelay",
        "0",
        "-f",
        "mpegts",
      ]);
    const [first, second] = [
      await part("a.ts", "320x180", "1"),
      await part("b.ts", "160x120", "2"),
    ];
    const path = join(made, "ab.ts");
    await writeFile(path, Buffer.concat([await readFile(first), await readFile(second)]));
    const value = await accepted(path);
    expect(value.reasons).toContain("size changes");
    expect(value.facts.video).toMatchObject({ frameCount: 60, width: 320, height: 180 });
    const master = (await facts(value.master)).streams[0];
    expect(master).toMatchObject({ nb_read_packets: "60", width: 320, height: 180 });
    const levels = await brightness(value.master, "iw:ih:0:0");
    expect(levels.length).toBe(60);
  });
});

describe("ingest and broken or hostile files", () => {
  test("a file cut off after its index is TRUNCATED although it probes as healthy (F10)", async () => {
    const path = await make("cut.mp4", [
      "-i",
      zooFile("baseline.mp4"),
      "-c",
      "copy",
      "-movflags",
      "+faststart",
    ]);
    await truncate(path, 20_000);
    const { result } = await ingestFile(path);
    expect(result).toMatchObject({ ok: false, failure: { code: "TRUNCATED", retryable: false } });
  });

  test("damage inside a file is a warning, not a refusal, while most of it can be seen", async () => {
    const path = await make("long.mp4", [
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=160x90:r=30:d=4",
      "-threads",
      "1",
      "-g",
      "30",
      "-pix_fmt",
      "yuv420p",
    ]);
    const bytes = await readFile(path);
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 1_500);
    await writeFile(path, bytes);
    const value = await accepted(path);
    expect(value.warnings).toContain("decode-errors");
    expect(value.facts.video?.frameCount).toBeGreaterThan(100);
  });

  test("limits of duration and streams refuse by code", async () => {
    const short = await ingestFile(zooFile("baseline.mp4"), { ...LIMITS, max_duration_ms: 1_000 });
    expect(short.result).toMatchObject({ ok: false, failure: { code: "DURATION_LIMIT" } });
    const few = await ingestFile(zooFile("two_audio_subs.mkv"), { ...LIMITS, max_streams: 2 });
    expect(few.result).toMatchObject({ ok: false, failure: { code: "STREAM_LIMIT" } });
  });

  test("a disguised playlist opens no connection and leaks no canary (F125, F126)", async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits += 1;
      response.end(CANARY);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as { port: number };
    const playlist = join(made, "list.mp4");
    await writeFile(playlist, `#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:${port}/x\n#EXT-X-ENDLIST\n`);
    const first = await ingestFile(playlist);
    // The script names a sibling; here it gets one, as another tenant's file would be.
    const job = await testJob(engine);
    jobs.push(job);
    await copyFile(join(ZOO, "concat_sibling.mp4"), join(job.context.directory, "source.bin"));
    await copyFile(zooFile("baseline.mp4"), join(job.context.directory, "baseline.mp4"));
    await copyFile(join(ZOO, "zoo-canary.txt"), join(job.context.directory, "canary.txt"));
    const second = await ingest(job.context, "source.bin", LIMITS);
    server.close();
    expect([first.result, second]).toMatchObject([
      { ok: false, failure: { code: "DISGUISED_PLAYLIST" } },
      { ok: false, failure: { code: "DISGUISED_PLAYLIST" } },
    ]);
    expect(JSON.stringify([first.result, second])).not.toContain(CANARY);
    expect(hits).toBe(0);
  });

  test.each(["gps_metadata.mp4", "xss_metadata.mp4"])(
    "%s: no tag of the upload is in anything we make (F137)",
    async (file) => {
      const { job, files } = await accepted(zooFile(file));
      for (const name of Object.values(files)) {
        const text = (await readFile(join(job.context.directory, name))).toString("latin1");
        expect(text).not.toMatch(/onerror|DROP TABLE|\+48\.0000/);
      }
    },
  );

  test("nothing is left in the directory but the upload and the outputs", async () => {
    const { job, files } = await accepted(zooFile("baseline.mp4"));
    const left = await readdir(job.context.directory);
    expect(left.toSorted()).toEqual(["source.bin", ...Object.values(files)].toSorted());
  });

  test("an abort in the middle ends the job as CANCELED", async () => {
    const job = await testJob(engine);
    jobs.push(job);
    await copyFile(zooFile("baseline.mp4"), join(job.context.directory, "source.bin"));
    const going = ingest(job.context, "source.bin", LIMITS);
    setTimeout(job.abort, 50);
    expect(await going).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
  });
});

describe("what the editor draws", () => {
  test("peaks, poster, filmstrip and loudness fit the clip", async () => {
    const value = await accepted(zooFile("baseline.mp4"));
    const peaks = await readFile(value.at("peaks.dat"));
    expect([peaks.readInt32LE(0), peaks.readUInt32LE(4), peaks.readInt32LE(8)]).toEqual([
      2, 1, 48_000,
    ]);
    expect(peaks.readUInt32LE(16)).toBe(200);
    expect(peaks.length).toBe(24 + 400);
    // The beep is in the first 100 ms, silence after it.
    expect(peaks.readInt8(24 + 2 * 5 + 1)).toBeGreaterThan(20);
    expect(peaks.readInt8(24 + 2 * 50 + 1)).toBeLessThan(3);
    expect(value.filmstrip).toEqual({
      tile_width: 160,
      tile_height: 90,
      columns: 10,
      count: 2,
      interval_ms: 1_000,
    });
    expect((await facts(value.at("filmstrip.jpg"))).streams[0]).toMatchObject({
      width: 1_600,
      height: 90,
    });
    expect((await facts(value.at("poster.jpg"))).streams[0]).toMatchObject({
      width: 320,
      height: 180,
    });
    expect(value.facts.audio?.loudnessLufs).toBeCloseTo(-11.8, 0);
  });

  test("the proxy is made for scrubbing: closed GOPs of 15, no B-frames, index first", async () => {
    const value = await accepted(zooFile("baseline.mp4"));
    const { stdout } = await run("ffprobe", [
      "-v",
      "error",
      "-select_streams",
      "v",
      "-show_entries",
      "packet=flags,pts,dts",
      "-of",
      "csv=p=0",
      value.proxy,
    ]);
    const rows = stdout
      .trim()
      .split("\n")
      .map((row) => row.split(","));
    const keys = rows.flatMap((row, index) => (row[2]?.startsWith("K") ? [index] : []));
    expect(keys).toEqual([0, 15, 30, 45]);
    expect(rows.every((row) => row[0] === row[1])).toBe(true);
    const head = (await readFile(value.proxy)).toString("latin1");
    expect(head.indexOf("moov")).toBeLessThan(head.indexOf("mdat"));
  });
});
