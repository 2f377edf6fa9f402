import { compile } from "@cutroom/compiler";
import { framesToFlicks, takeToCome } from "@cutroom/timeline";
import type { MediaClip, MediaFacts, ProjectDocument } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import type { MediaByAsset } from "./media.ts";
import { PlanSource, pictureSize } from "./plan-source.ts";

const rate = { n: 30, d: 1 };
const at = (frame: number) => framesToFlicks(frame, rate);
const facts: MediaFacts = {
  kind: "video",
  duration: at(90),
  audio: null,
  video: {
    width: 1920,
    height: 1080,
    rate,
    frameCount: 90,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
};
const clip: MediaClip = {
  kind: "media",
  id: "c",
  trackId: "t",
  name: "c",
  start: 0,
  duration: at(60),
  linkId: null,
  assetId: "a",
  checksum: "ab".repeat(32),
  mediaKind: "video",
  sourceDuration: at(90),
  sourceStart: 0,
  speed: { n: 1, d: 1 },
  transform: { x: 0, y: 0, scale: 1, rotationDeg: 0 },
  opacity: 1,
  fadeIn: 0,
  fadeOut: 0,
  audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
};
const track = { id: "t", kind: "video", name: "t" } as const;
const flags = { muted: false, solo: false, locked: false, hidden: false };
const document: ProjectDocument = {
  schemaVersion: 1,
  settings: { width: 1920, height: 1080, rate, sampleRate: 48_000, background: "#000000" },
  trackOrder: ["t"],
  tracks: { t: { ...track, ...flags } },
  clips: { c: clip },
  transitions: {},
  markers: {},
};
const size = { width: 640, height: 360 };
const media = (proxyUrl: string | null, of: MediaFacts | null = facts): MediaByAsset => ({
  a: { kind: "video", facts: of, proxyUrl },
});

describe("plan source", () => {
  test("carries the marks of the free plan and of AI as the export does (G8), and only when told to", () => {
    const source = new PlanSource();
    const marked = source.outcomeFor(document, media("u"), { ...size, watermark: true });
    const exported = compile(document, { a: facts }, { ...size, rate }, { watermark: true });
    expect(marked).toMatchObject({ kind: "plan", plan: exported.ok ? exported.value : null });
    const labelled = source.outcomeFor(document, media("u"), { ...size, aiLabel: true });
    const said = compile(document, { a: facts }, { ...size, rate }, { aiLabel: true });
    expect(labelled).toMatchObject({ kind: "plan", plan: said.ok ? said.value : null });
    const plain = source.outcomeFor(document, media("u"), size);
    expect(plain.kind === "plan" && plain.plan.layers).toHaveLength(1);
  });

  test("the same document and facts give the same plan object, whatever the links are", () => {
    const source = new PlanSource();
    const first = source.outcomeFor(document, media("u1"), size);
    expect(first.kind).toBe("plan");
    expect(source.outcomeFor(document, media("u2"), size)).toBe(first);
    expect(source.outcomeFor({ ...document }, media("u2"), size)).not.toBe(first);
  });

  test("another size is another plan, and coming back compiles anew", () => {
    const source = new PlanSource();
    const small = source.outcomeFor(document, media("u"), size);
    const large = source.outcomeFor(document, media("u"), { width: 1280, height: 720 });
    expect(large.kind === "plan" && large.plan.width).toBe(1280);
    expect(source.outcomeFor(document, media("u"), size)).toEqual(small);
  });

  test("a missing file keeps its clip's time and is named as offline", () => {
    const outcome = new PlanSource().outcomeFor(document, {}, size);
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    expect(outcome.plan.frameCount).toBe(60);
    expect(outcome.offlineAssetIds).toEqual(["a"]);
    expect(outcome.comingAssetIds).toEqual([]);
  });

  test("a clip that is still being made is not called lost (G9)", () => {
    const { checksum } = takeToCome("a", at(90));
    const unfilled = { ...document, clips: { c: { ...clip, checksum } } };
    const outcome = new PlanSource().outcomeFor(unfilled, {}, size);
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    expect(outcome.comingAssetIds).toEqual(["a"]);
  });

  test("an empty project is empty, not an error", () => {
    const empty = { ...document, clips: {} };
    expect(new PlanSource().outcomeFor(empty, {}, size)).toEqual({ kind: "empty" });
  });

  test("sizes are even, keep the shape, and never exceed the project", () => {
    expect(pictureSize({ width: 1920, height: 1080 }, 360)).toEqual(size);
    expect(pictureSize({ width: 1080, height: 1920 }, 360)).toEqual({ width: 360, height: 640 });
    expect(pictureSize({ width: 320, height: 180 }, 720)).toEqual({ width: 320, height: 180 });
    expect(pictureSize({ width: 1440, height: 1080 }, 541).width % 2).toBe(0);
  });
});
