import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import type { PlanTarget, RenderPlan } from "./plan.ts";
import { FPS_24, FPS_30, documentOf, videoFactsOf } from "./testing/documents.ts";
import type { TrackSketch } from "./testing/documents.ts";
import { GOLDEN_FACTS, GOLDEN_PROJECTS, goldenOptions } from "./testing/golden-projects.ts";

const SECOND = 705_600_000;
const TARGET: PlanTarget = { width: 320, height: 180, rate: FPS_30 };

function planOf(tracks: readonly TrackSketch[], target = TARGET): RenderPlan {
  const plan = compile(documentOf(tracks), GOLDEN_FACTS, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

const clip = (id: string, at: number, frames: number, more: object = {}) => ({
  id,
  asset: "a30",
  at,
  frames,
  ...more,
});

describe("golden plans", () => {
  test.each(GOLDEN_PROJECTS)("$name is the recorded plan", async (project) => {
    const options = goldenOptions(project);
    const plan = compile(project.document, GOLDEN_FACTS, project.target, options);
    const golden = path.join(import.meta.dirname, "..", "golden", `${project.name}.json`);
    const text = `${JSON.stringify(plan.ok ? plan.value : plan, null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(golden);
  });
});

describe("compile: failures are values", () => {
  test("plan.empty, when nothing lasts a frame", () => {
    expect(compile(documentOf([]), {}, TARGET)).toEqual({
      ok: false,
      failure: { code: "plan.empty" },
    });
  });

  test("plan.asset-missing names the asset", () => {
    const document = documentOf([{ kind: "video", clips: [clip("a", 0, 10)] }]);
    const failure = { code: "plan.asset-missing", details: { assetId: "a30" } };
    expect(compile(document, {}, TARGET)).toEqual({ ok: false, failure });
  });

  test("plan.asset-kind, when a picture is asked of a sound", () => {
    const document = documentOf([
      { kind: "video", clips: [{ ...clip("a", 0, 10), asset: "tone" }] },
    ]);
    const result = compile(document, GOLDEN_FACTS, TARGET);
    expect(result.ok ? null : result.failure.code).toBe("plan.asset-kind");
  });

  test("plan.overlap, when two clips of a track share a frame", () => {
    const document = documentOf([{ kind: "video", clips: [clip("a", 0, 10), clip("b", 9, 10)] }]);
    const result = compile(document, GOLDEN_FACTS, TARGET);
    expect(result).toEqual({
      ok: false,
      failure: { code: "plan.overlap", details: { clipId: "b" } },
    });
  });

  test("plan.frame-size, for odd sizes", () => {
    const result = compile(documentOf([]), {}, { ...TARGET, width: 321 });
    expect(result.ok ? null : result.failure.code).toBe("plan.frame-size");
  });
});

describe("compile: length", () => {
  test("F48: the end of the last clip, hidden, muted or not", () => {
    const plan = planOf([
      { kind: "video", clips: [clip("a", 0, 10)] },
      { kind: "video", clips: [clip("b", 30, 15)], flags: { hidden: true, muted: true } },
    ]);
    expect(plan.frameCount).toBe(45);
    expect(plan.sampleCount).toBe(72_000);
    expect(plan.layers.map((layer) => layer.trackId)).toEqual(["track0"]);
  });

  test("another rate keeps touching clips touching", () => {
    const plan = planOf([{ kind: "video", clips: [clip("a", 0, 11), clip("b", 11, 8)] }], {
      ...TARGET,
      rate: FPS_24,
    });
    const [a, b] = plan.layers[0]?.pictures ?? [];
    expect(a?.endFrame).toBe(b?.startFrame);
    expect(plan.frameCount).toBe(15);
  });
});

describe("compile: crossfades", () => {
  const crossed = (frames: number) =>
    planOf([
      {
        kind: "video",
        clips: [
          clip("a", 0, 30, { sourceStart: SECOND, fadeOut: 10 }),
          clip("b", 30, 30, { sourceStart: SECOND, fadeIn: 10 }),
        ],
        transitions: [["a", "b", frames]],
      },
    ]);

  test("are centred on the cut: half of the frames before it, the odd one after", () => {
    const { pictures, transitions } = crossed(9).layers[0] ?? { pictures: [], transitions: [] };
    expect(transitions[0]).toMatchObject({ startFrame: 26, frameCount: 9 });
    expect(pictures[0]).toMatchObject({ startFrame: 0, endFrame: 35, fadeOutFrames: 0 });
    const handle = SECOND - (4 * SECOND) / 30;
    expect(pictures[1]).toMatchObject({ startFrame: 26, sourceStart: handle, fadeInFrames: 0 });
  });

  test("F52: carry the sound over the same span, with equal power", () => {
    const [a, b] = crossed(10).sounds;
    expect(a).toMatchObject({ endSample: 35 * 1600, fadeOutSamples: 16_000 });
    expect(b).toMatchObject({ startSample: 25 * 1600, fadeInSamples: 16_000 });
    expect([a?.fadeOutCurve, b?.fadeInCurve]).toEqual(["equal-power", "equal-power"]);
    expect(crossed(10).frameCount).toBe(60);
  });

  test("are shortened when a clip is too short for two of them", () => {
    const plan = planOf([
      {
        kind: "video",
        clips: [clip("a", 0, 30), clip("b", 30, 4), clip("c", 34, 30)],
        transitions: [
          ["a", "b", 20],
          ["b", "c", 20],
        ],
      },
    ]);
    const [first, second] = plan.layers[0]?.transitions ?? [];
    expect((first?.startFrame ?? 0) + (first?.frameCount ?? 0)).toBeLessThanOrEqual(
      second?.startFrame ?? 0,
    );
  });
});

describe("compile: sound", () => {
  test("muted tracks and clips are silent; a solo silences the others", () => {
    const tracks = (flags: TrackSketch["flags"]): TrackSketch[] => [
      { kind: "video", clips: [clip("a", 0, 10)] },
      { kind: "video", clips: [clip("b", 0, 10)], ...(flags ? { flags } : {}) },
      { kind: "video", clips: [clip("c", 0, 10, { audio: { muted: true } })] },
    ];
    const heard = (flags: TrackSketch["flags"]) =>
      planOf(tracks(flags)).sounds.map((sound) => sound.clipId);
    expect(heard({})).toEqual(["a", "b"]);
    expect(heard({ muted: true })).toEqual(["a"]);
    expect(heard({ solo: true })).toEqual(["b"]);
    expect(heard({ hidden: true })).toEqual(["a", "b"]);
  });

  test("F51: a clip without sound has none", () => {
    expect(
      planOf([{ kind: "video", clips: [{ ...clip("a", 0, 9), asset: "d24" }] }]).sounds,
    ).toEqual([]);
  });
});

describe("compile: geometry", () => {
  const rectOf = (transform: object, asset = "a30", target = TARGET) =>
    planOf([{ kind: "video", clips: [{ ...clip("a", 0, 9), asset, transform }] }], target).layers[0]
      ?.pictures[0]?.rect;

  test("scale 1 fits the picture inside the frame, whatever its shape", () => {
    expect(rectOf({})).toEqual({ x: 0, y: 0, width: 320, height: 180 });
    expect(rectOf({}, "d24")).toEqual({ x: 70, y: 0, width: 180, height: 180 });
  });

  test("F43: offsets are shares of the frame, so every size shows the same", () => {
    const small = rectOf({ x: 0.25, y: -0.25, scale: 0.5 });
    expect(small).toEqual({ x: 160, y: 0, width: 160, height: 90 });
    const large = rectOf({ x: 0.25, y: -0.25, scale: 0.5 }, "a30", {
      ...TARGET,
      width: 640,
      height: 360,
    });
    expect(large).toEqual({ x: 320, y: 0, width: 320, height: 180 });
  });

  test("F17: sizes and places are even, also for odd sources", () => {
    const facts = { odd: videoFactsOf({ frames: 30, width: 321, height: 181 }) };
    const transform = { scale: 0.333, x: 0.111 };
    const document = documentOf([
      { kind: "video", clips: [{ ...clip("a", 0, 9), asset: "odd", transform }] },
    ]);
    const plan = compile(document, facts, TARGET);
    const rect = plan.ok ? plan.value.layers[0]?.pictures[0]?.rect : null;
    expect(Object.values(rect ?? {}).map((value) => Math.abs(value % 2))).toEqual([0, 0, 0, 0]);
  });
});

test("a watermark lies above everything, for the whole film", () => {
  const document = documentOf([{ kind: "video", clips: [clip("a", 0, 20)] }]);
  const plan = compile(document, GOLDEN_FACTS, TARGET, { watermark: true });
  const top = plan.ok ? plan.value.layers.at(-1) : null;
  expect(top?.pictures).toMatchObject([
    { startFrame: 0, endFrame: 20, inputId: "title-watermark" },
  ]);
});

test("the label of AI lies above everything too, beside the watermark (G8)", () => {
  const document = documentOf([{ kind: "video", clips: [clip("a", 0, 20)] }]);
  const plan = compile(document, GOLDEN_FACTS, TARGET, { watermark: true, aiLabel: true });
  const tops = plan.ok ? plan.value.layers.slice(-2) : [];
  expect(tops.map((layer) => layer.pictures)).toMatchObject([
    [{ startFrame: 0, endFrame: 20, inputId: "title-watermark" }],
    [{ startFrame: 0, endFrame: 20, inputId: "title-ai-label" }],
  ]);
});
