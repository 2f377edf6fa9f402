import { framesToFlicks, parseTimecode } from "@cutroom/timeline";
import type { ProjectDocument, Rate } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RATES, documentOf, film, filmsOf, piece, someDocument } from "../samples.cases.ts";
import { writeInterchange } from "../write-interchange.ts";
import { reelNames } from "./reels.ts";

const write = (document: ProjectDocument, films = filmsOf(document), name = "Film") =>
  writeInterchange(document, films, { format: "edl", name }).text.split("\r\n");

const EVENT =
  /^(\d{3}) {2}([A-Z0-9]{1,8}) +(B|V|A2) +(C|D {4}\d{3}) *((?: \d\d:\d\d:\d\d[:;]\d\d){4})$/;

/** Frames of the source and of the timeline, in and out. */
function eventsOf(lines: readonly string[], rate: Rate) {
  return lines.flatMap((line) => {
    const [, number, reel, channel, kind, codes = ""] = EVENT.exec(line) ?? [];
    if (number === undefined) return [];
    const times = codes
      .trim()
      .split(" ")
      .map((code) => {
        const time = parseTimecode(code, rate);
        if (!time.ok) throw new Error(`${code}: ${time.failure.code}`);
        return time.value / framesToFlicks(1, rate);
      });
    return [{ number, reel, channel, kind, times }];
  });
}

const cuts = (rate: Rate, count: number, length: number) =>
  Array.from({ length: count }, (_, index) =>
    piece(rate, {
      id: `c${index}`,
      trackId: "video-1",
      assetId: "a",
      from: index * length,
      to: (index + 1) * length,
    }),
  );

describe("CMX3600", () => {
  it("adds twenty cuts of fifteen frames up to three hundred, at every rate (F46)", () => {
    for (const rate of RATES) {
      const lines = write(documentOf(rate, cuts(rate, 20, 15)), [film("a", rate)]);
      const events = eventsOf(lines, rate);
      expect(events).toHaveLength(20);
      let at = events[0]?.times[2] ?? 0;
      for (const { times } of events) {
        expect(times[2]).toBe(at);
        expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(15);
        at = times[3] ?? 0;
      }
      expect(at - (events[0]?.times[2] ?? 0)).toBe(300);
    }
  });

  it("counts drop-frame at 29.97: the minute's first two numbers do not exist", () => {
    const rate = { n: 30_000, d: 1001 };
    const lines = write(documentOf(rate, cuts(rate, 1, 1_800)), [film("a", rate)]);
    expect(lines[1]).toBe("FCM: DROP FRAME");
    expect(lines[3]).toBe(
      "001  A        B     C        00:00:03;10 00:01:03;12 01:00:00;00 01:01:00;02",
    );
    expect(write(documentOf({ n: 25, d: 1 }, []))[1]).toBe("FCM: NON-DROP FRAME");
  });

  it("writes lines of the format's shape whose events never leave a gap that is not there", () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        const { rate } = document.settings;
        const lines = write(document);
        const other =
          /^(TITLE: .*|FCM: (NON-)?DROP FRAME|\* .*|M2 {3}[A-Z0-9]{1,8} *-?\d{3}\.\d +\S+|)$/;
        expect(lines.filter((line) => !EVENT.test(line) && !other.test(line))).toEqual([]);
        const pictures = eventsOf(lines, rate).filter(({ channel }) => channel !== "A2");
        const joins = pictures.filter(({ kind }) => kind?.startsWith("D") === true);
        const ends = joins.map((one) => pictures[pictures.indexOf(one) - 1]?.times[3]);
        expect(joins.map(({ times }) => times[2])).toEqual(ends);
        expect(pictures.filter(({ times }) => (times[3] ?? 0) < (times[2] ?? 0))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("lets a dissolve of n frames begin floor(n / 2) before its cut (T10)", () => {
    const rate = { n: 25, d: 1 };
    const clips = cuts(rate, 2, 50);
    const duration = framesToFlicks(9, rate);
    const joined = { id: "t", kind: "wipe-left" as const, leftClipId: "c0", rightClipId: "c1" };
    const lines = write(documentOf(rate, clips, [{ ...joined, duration }]), [film("a", rate)]);
    const hour = 3_600 * 25;
    expect(eventsOf(lines, rate).map(({ kind, times }) => [kind, times])).toEqual([
      ["C", [100, 146, hour, hour + 46]],
      ["C", [146, 146, hour + 46, hour + 46]],
      ["D    009", [96, 150, hour + 46, hour + 100]],
    ]);
    expect(lines).toContain("* EFFECT NAME: WIPE-LEFT");
  });

  it("says a speed as frames in a second, and reads that much of the source", () => {
    const rate = { n: 30, d: 1 };
    const at = { id: "c", trackId: "video-1", assetId: "a", from: 0, to: 30 };
    const clip = piece(rate, { ...at, more: { speed: { n: 3, d: 2 } } });
    const lines = write(documentOf(rate, [clip]), [film("a", rate)]);
    expect(lines).toContain("M2   A              045.0                00:00:03:10");
    expect(eventsOf(lines, rate)[0]?.times.slice(0, 2)).toEqual([100, 145]);
  });

  it("puts the lowest track of sound on the second channel", () => {
    const rate = { n: 30, d: 1 };
    const music = piece(rate, { id: "m", trackId: "audio-1", assetId: "m", from: 5, to: 40 });
    const document = documentOf(rate, [...cuts(rate, 1, 60), music]);
    const lines = write(document, [film("a", rate), film("m", rate, "My Song (final).wav")]);
    expect(eventsOf(lines, rate).map(({ channel, reel }) => [channel, reel])).toEqual([
      ["B", "A"],
      ["A2", "MYSONGFI"],
    ]);
  });
});

describe("reel names", () => {
  it("have at most eight letters and digits and are one file's only", () => {
    const names = ["holiday one.mp4", "holiday two.mp4", "假期.mp4", "ax.mov", "", "海.mp4"];
    const files = names.map((name, index) => ({ assetId: `a${index}`, name }));
    const reels = [...reelNames(files).values()];
    expect(reels).toEqual(["HOLIDAYO", "HOLIDAYT", "REEL", "AX2", "REEL2", "REEL3"]);
  });
});
