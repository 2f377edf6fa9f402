import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { tinyMedia } from "./tiny-media.ts";

const run = promisify(execFile);

async function probe(path: string): Promise<Record<string, string>[]> {
  const entries = "stream=codec_name,width,height,r_frame_rate,nb_read_frames,sample_rate,channels";
  const args = ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", path];
  const { stdout } = await run("ffprobe", args);
  return (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams;
}

/** Mean brightness of every frame, 0-255. */
async function brightness(path: string): Promise<number[]> {
  const scale = ["-vf", "scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, ...scale], {
    encoding: "buffer",
  });
  return [...stdout];
}

describe("tiny media", () => {
  it("flashes white on frame 0 and once a second, at an exact rate", async () => {
    const shape = { seconds: 2, fps: "30000/1001", width: 64, height: 36 };
    const path = await tinyMedia.flashBeep(shape);
    expect(await probe(path)).toMatchObject([
      { codec_name: "h264", width: 64, height: 36, r_frame_rate: "30000/1001" },
      { codec_name: "aac", sample_rate: "48000", channels: 1 },
    ]);
    const white = (await brightness(path)).flatMap((level, index) => (level > 200 ? [index] : []));
    expect(white).toEqual([0, 30]);
  });

  it("beeps where it flashes", async () => {
    const path = await tinyMedia.flashBeep({ seconds: 2, fps: 25, width: 64, height: 36 });
    const raw = ["-f", "s16le", "-ac", "1", "-ar", "48000", "-"];
    const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, ...raw], {
      encoding: "buffer",
    });
    const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
    const firstLoud = samples.findIndex((sample) => Math.abs(sample) > 4000);
    const secondLoud = samples.findIndex((sample, at) => at > 24_000 && Math.abs(sample) > 4000);
    expect(firstLoud).toBeLessThan(480);
    expect(Math.abs(secondLoud - 48_000)).toBeLessThan(480);
  });

  it("makes a clip of one colour, a tone, and each of them once", async () => {
    const shape = { colour: "red", seconds: 1, fps: 10, width: 32, height: 32 };
    const path = await tinyMedia.colour(shape);
    expect(await tinyMedia.colour(shape)).toBe(path);
    expect(await probe(path)).toMatchObject([{ codec_name: "h264", nb_read_frames: "10" }]);
    const tone = await tinyMedia.tone({ frequencyHz: 440, seconds: 1, sampleRateHz: 44_100 });
    expect(await probe(tone)).toMatchObject([{ codec_name: "pcm_s16le", sample_rate: "44100" }]);
  });
});
