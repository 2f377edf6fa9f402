import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import { soundsAt, soundsBetween } from "./live-sound.ts";
import type { RenderPlan } from "./plan.ts";
import { slicePlan } from "./segments.ts";
import { FPS_30, documentOf } from "./testing/documents.ts";
import type { TrackSketch } from "./testing/documents.ts";
import { GOLDEN_FACTS, GOLDEN_PROJECTS } from "./testing/golden-projects.ts";

const SECOND = 705_600_000;

function planOf(tracks: readonly TrackSketch[], background = "#000000"): RenderPlan {
  const target = { width: 320, height: 180, rate: FPS_30 };
  const plan = compile(documentOf(tracks, { background }), GOLDEN_FACTS, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

const pair = (left: object, right: object): TrackSketch => ({
  kind: "video",
  clips: [
    { id: "a", asset: "a30", at: 0, frames: 30, sourceStart: SECOND, ...left },
    { id: "b", asset: "a30", at: 30, frames: 30, sourceStart: SECOND, ...right },
  ],
  transitions: [["a", "b", 10]],
});

const drawn = (plan: RenderPlan, frame: number) =>
  composeAt(plan, frame).map(({ clipId, opacity, blend }) => ({ clipId, opacity, blend }));

describe("composeAt", () => {
  test("a crossfade lays the arriving picture over the whole leaving one", () => {
    const plan = planOf([pair({}, {})]);
    expect(drawn(plan, 24)).toEqual([{ clipId: "a", opacity: 1, blend: "over" }]);
    expect(drawn(plan, 28)).toEqual([
      { clipId: "a", opacity: 1, blend: "over" },
      { clipId: "b", opacity: 0.3, blend: "over" },
    ]);
    expect(drawn(plan, 35)).toEqual([{ clipId: "b", opacity: 1, blend: "over" }]);
  });

  test("a picture that leaves some of the frame bare arrives with the background around it", () => {
    const arriving = (right: object) => {
      const [left, ...rest] = composeAt(planOf([pair({}, right)]), 28);
      return {
        left: left?.opacity,
        rest: rest.map(({ opacity, framed }) => ({ opacity, framed })),
      };
    };
    expect(arriving({ asset: "d24" })).toEqual({ left: 1, rest: [{ opacity: 1, framed: 0.3 }] });
    expect(arriving({ transform: { x: 0.4 }, opacity: 0.5 })).toEqual({
      left: 1,
      rest: [{ opacity: 0.5, framed: 0.3 }],
    });
    expect(arriving({})).toEqual({ left: 1, rest: [{ opacity: 0.3, framed: null }] });
  });

  test("a mask uncovers it over a left picture that stays whole", () => {
    const wiped: TrackSketch = {
      ...pair({}, { asset: "d24" }),
      transitions: [["a", "b", 10, "wipe-left"]],
    };
    const [left, right] = composeAt(planOf([wiped]), 28);
    expect([left?.reveal, left?.opacity]).toEqual([null, 1]);
    expect(right).toMatchObject({ framed: 1, reveal: { side: "right", done: 0.3 } });
  });

  test("a slice composes as the whole does", () => {
    for (const project of GOLDEN_PROJECTS) {
      const plan = compile(project.document, GOLDEN_FACTS, project.target);
      if (!plan.ok) throw new Error(plan.failure.code);
      const slice = slicePlan(plan.value, { startFrame: 13, endFrame: 30 });
      for (let frame = 0; frame < slice.frameCount; frame += 1) {
        expect(composeAt(slice, frame)).toEqual(composeAt(plan.value, frame + 13));
      }
    }
  });
});

describe("soundsBetween", () => {
  test("the two sides of a crossfade keep their power together", () => {
    const plan = planOf([pair({}, {})]);
    for (const sample of [41_000, 44_000, 48_000, 52_000, 55_500]) {
      const gains = soundsAt(plan, sample).map((span) => span.gains[0]?.gain ?? 0);
      expect(gains).toHaveLength(2);
      expect(gains.reduce((power, gain) => power + gain * gain, 0)).toBeCloseTo(1, 6);
    }
  });

  test("a span says where in the source it begins, and its level", () => {
    const audio = { gainDb: -6, fadeIn: SECOND / 10 };
    const plan = planOf([
      { kind: "video", clips: [{ id: "a", asset: "a30", at: 10, frames: 30, audio }] },
    ]);
    const [span] = soundsBetween(plan, 24_000, 40_000);
    expect(span).toMatchObject({ startSample: 24_000, endSample: 40_000, sourceStart: SECOND / 6 });
    expect(span?.gains.at(-1)?.gain).toBeCloseTo(0.501, 3);
    const [start] = soundsBetween(plan, 0, 20_000);
    expect(start?.gains.map((point) => point.sample)).toEqual([16_000, 20_000]);
    expect(start?.gains[0]?.gain).toBe(0);
  });
});
