import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputsOf } from "../media/outputs.ts";
import { rungsOf } from "./stream-ladder.ts";
import { EXPORT_FORMATS, formatOf, rateFor, refuseFormat, resolutionsOf } from "./formats.ts";

const TYPES = /^(video\/(mp4|webm|quicktime)|audio\/(mp4|mpeg|wav)|image\/(gif|png))$/;

describe("the table of formats", () => {
  it("serves every format under a type that no browser runs as a page", () => {
    for (const format of EXPORT_FORMATS) expect(formatOf(format).contentType).toMatch(TYPES);
  });

  it("has a picture where there is one to see and a sound where there is one to hear", () => {
    for (const format of EXPORT_FORMATS) {
      const { media, video, audio, segmented } = formatOf(format);
      expect(video === null).toBe(media === "sound");
      expect(audio === null).toBe(media === "animation" || media === "still");
      expect(segmented).toBe(media === "video");
      expect(resolutionsOf(format).length).toBeGreaterThan(0);
    }
  });

  it("names an export's file by its format and everything else as before", () => {
    expect(outputsOf("export", "webm-vp9")[0]).toEqual({
      name: "video",
      extension: "webm",
      contentType: "video/webm",
    });
    expect(outputsOf("ingest", "gif")).toEqual(outputsOf("ingest", null));
  });

  it("halves a rate until the format holds it, and never changes one that it holds", () => {
    expect(rateFor("gif", { n: 60, d: 1 })).toEqual({ n: 15, d: 1 });
    expect(rateFor("gif", { n: 30_000, d: 1001 })).toEqual({ n: 15_000, d: 1001 });
    expect(rateFor("gif", { n: 25, d: 1 })).toEqual({ n: 25, d: 1 });
    expect(rateFor("mp4-h264", { n: 120, d: 1 })).toEqual({ n: 120, d: 1 });
    const rates = fc.constantFrom(24, 25, 30, 48, 50, 60, 120);
    const formats = fc.constantFrom(...EXPORT_FORMATS);
    fc.assert(
      fc.property(formats, rates, (format, fps) => {
        const { n, d } = rateFor(format, { n: fps, d: 1 });
        expect(n / d).toBeLessThanOrEqual(formatOf(format).maxFps);
        expect((fps * d) / n).toBe(2 ** Math.round(Math.log2((fps * d) / n)));
      }),
    );
  });

  it("says which limit an export is over", () => {
    const minute = { resolution: 480, durationMs: 60_000 };
    expect(refuseFormat("gif", minute)).toBeNull();
    expect(refuseFormat("gif", { ...minute, durationMs: 60_001 })?.limit).toBe("duration");
    expect(refuseFormat("gif", { ...minute, resolution: 720 })?.limit).toBe("resolution");
    expect(refuseFormat("wav", { ...minute, resolution: 2160 })).toBeNull();
  });
});

describe("the sizes of an adaptive stream", () => {
  const namesOf = (width: number, height: number) =>
    rungsOf({ width, height }).map((one) => one.name);

  it("are those that are no larger than the film, and its own when it is smaller than all (M5)", () => {
    expect(namesOf(1920, 1080)).toEqual(["stream-360", "stream-720", "stream-1080"]);
    expect(namesOf(720, 1280)).toEqual(["stream-360", "stream-720"]);
    expect(rungsOf({ width: 320, height: 180 })).toEqual([
      { name: "stream-360", width: 320, height: 180 },
    ]);
  });

  it("each have their place among the outputs of an export", () => {
    const outputs = outputsOf("export", "mp4-h264").map((output) => output.name);
    for (const name of namesOf(3840, 2160)) expect(outputs).toContain(name);
  });
});
