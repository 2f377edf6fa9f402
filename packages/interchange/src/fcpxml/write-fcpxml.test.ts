import { framesToFlicks } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  RATES,
  documentOf,
  film,
  filmsOf,
  piece,
  someDocument,
  titleAt,
} from "../samples.cases.ts";
import { fcpxmlFaults } from "../testing/fcpxml-rules.ts";
import { everyNode, readXml } from "../testing/read-xml.ts";
import type { XmlNode } from "../testing/read-xml.ts";
import { writeInterchange } from "../write-interchange.ts";

const write = (document: ProjectDocument, films = filmsOf(document), name = "Film") =>
  readXml(writeInterchange(document, films, { format: "fcpxml", name }).text);

const all = (root: XmlNode, name: string) => everyNode(root).filter((node) => node.name === name);

/** Exact: `n/d` seconds as a fraction of big integers. */
function fraction(time = ""): { readonly n: bigint; readonly d: bigint } {
  const [n = "0", d = "1"] = time.replace("s", "").split("/");
  return { n: BigInt(n), d: BigInt(d) };
}

/** In frames of `rate`; throws where that is not a whole number. */
function frames(
  time: string | undefined,
  rate: { readonly n: number; readonly d: number },
): number {
  const { n, d } = fraction(time);
  const over = d * BigInt(rate.d);
  const product = n * BigInt(rate.n);
  if (product % over !== 0n) throw new Error(`${time} is between two frames`);
  return Number(product / over);
}

const spineOf = (root: XmlNode) => {
  const [spine] = all(root, "spine");
  if (spine === undefined) throw new Error("no storyline");
  return spine.children;
};

describe("FCPXML 1.10", () => {
  it("keeps the format's rules for every document and every rate", () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        expect(fcpxmlFaults(write(document))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("finds what breaks the rules, so that the check above can fail", () => {
    const text = '<fcpxml version="1.9"><library><spine ref="r9"/></library></fcpxml>';
    expect(fcpxmlFaults(readXml(text))).toEqual([
      '<fcpxml> version="1.9"',
      "<library> holds spine ",
      "<spine> has ref",
      '<spine> ref="r9"',
    ]);
    expect(() => readXml("<a><b></a></b>")).toThrow("</a>");
  });

  it("lets every part of the storyline begin where the one before ends, to the frame (F46)", () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        const { rate } = document.settings;
        let at = 0;
        for (const item of spineOf(write(document))) {
          if (item.name === "transition") continue;
          expect(frames(item.attributes["offset"], rate)).toBe(at);
          at += frames(item.attributes["duration"], rate);
        }
        const [sequence] = all(write(document), "sequence");
        expect(frames(sequence?.attributes["duration"], rate)).toBe(at);
      }),
      { numRuns: 100 },
    );
  });

  it("adds twenty cuts of fifteen frames up to three hundred, at every rate (F46)", () => {
    for (const rate of RATES) {
      const clips = Array.from({ length: 20 }, (_, index) =>
        piece(rate, {
          id: `c${index}`,
          trackId: "video-1",
          assetId: "a",
          from: index * 15,
          to: index * 15 + 15,
        }),
      );
      const root = write(documentOf(rate, clips), [film("a", rate)]);
      const lengths = spineOf(root).map((item) => frames(item.attributes["duration"], rate));
      expect(lengths).toEqual(clips.map(() => 15));
      const [format] = all(root, "format");
      expect(format?.attributes["frameDuration"]).toBe(`${rate.d}/${rate.n}s`);
    }
  });

  it("connects clips of other tracks on the clock of what lies beneath them", () => {
    const rate = { n: 25, d: 1 };
    const speed = { n: 2, d: 1 };
    const under = piece(rate, {
      id: "under",
      trackId: "video-1",
      assetId: "a",
      from: 10,
      to: 60,
      sourceFrame: 100,
      more: { speed },
    });
    const over = piece(rate, { id: "over", trackId: "overlay-1", assetId: "b", from: 30, to: 80 });
    const sound = piece(rate, { id: "sound", trackId: "audio-1", assetId: "a", from: 0, to: 5 });
    const document = documentOf(rate, [under, over, sound]);
    const root = write(document, [film("a", rate), film("b", rate)]);
    const [gap, clip, tail] = spineOf(root);
    expect(gap?.children[0]?.attributes).toMatchObject({
      lane: "-1",
      offset: "0s",
      srcEnable: "audio",
    });
    // 100 frames of source are 50 frames of the clip's own clock; 20 frames on it is the other.
    expect(frames(clip?.attributes["start"], rate)).toBe(50);
    const connected = clip?.children.find((child) => child.name === "asset-clip");
    expect(connected?.attributes["lane"]).toBe("1");
    expect(frames(connected?.attributes["offset"], rate)).toBe(70);
    expect(tail?.name).toBe("gap");
    const [first, second] = all(root, "timept");
    const ratio =
      frames(second?.attributes["value"], rate) / frames(second?.attributes["time"], rate);
    expect([first?.attributes["time"], ratio]).toEqual(["0s", 2]);
  });

  it("says names and titles as they are, whatever is in them (F135)", () => {
    const rate = { n: 30, d: 1 };
    const text = `"Tom" & <Jerry>\n'小明'\u0001`;
    const clip = piece(rate, { id: "c", trackId: "video-1", assetId: "a", from: 0, to: 9 });
    const document = documentOf(rate, [{ ...clip, name: text }, titleAt(rate, "t", [0, 9], text)]);
    const root = write(document, [film("a", rate, `a "b" & c.mp4`)], text);
    expect(fcpxmlFaults(root)).toEqual([]);
    const said = text.replace("\u0001", "");
    expect(spineOf(root)[0]?.attributes["name"]).toBe(said);
    expect(all(root, "text-style")[0]?.text).toBe(said);
    expect(all(root, "project")[0]?.attributes["name"]).toBe(said);
  });

  it("switches off what is hidden or muted, and takes away the sound of a silent film", () => {
    const rate = { n: 30, d: 1 };
    const at = { trackId: "video-1", assetId: "a", from: 0, to: 9 };
    const audio = { gainDb: -6, muted: true, fadeIn: 0, fadeOut: 0 };
    const base = documentOf(rate, [piece(rate, { ...at, id: "c", more: { audio } })]);
    const [clip] = spineOf(write(base, [film("a", rate)]));
    expect(clip?.attributes["srcEnable"]).toBe("video");
    const track = base.tracks["video-1"];
    if (track === undefined) throw new Error("no track");
    const tracks = { ...base.tracks, "video-1": { ...track, hidden: true } };
    const [hidden] = spineOf(write({ ...base, tracks }, [film("a", rate)]));
    expect(hidden?.attributes["enabled"]).toBe("0");
    expect(framesToFlicks(9, rate)).toBe(clip && base.clips["c"]?.duration);
  });
});
