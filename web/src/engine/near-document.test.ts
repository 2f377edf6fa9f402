import { compile, composeAt } from "@cutroom/compiler";
import { FLICKS_PER_SECOND as S, editDocument } from "@cutroom/timeline";
import type { MediaFacts, ProjectDocument } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { documentOf, videoClip } from "../editor/testing/documents.ts";
import { documentNear } from "./near-document.ts";

const rate = { n: 25, d: 1 };
const facts: MediaFacts = {
  kind: "video",
  duration: 20 * S,
  audio: null,
  video: {
    width: 1280,
    height: 720,
    rate,
    frameCount: 500,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
};
const clips = Array.from({ length: 40 }, (_, index) => videoClip(`c${index}`, index * 4, 4));
const faded = editDocument(documentOf(...clips), {
  type: "add-transition",
  id: "x",
  kind: "crossfade",
  leftClipId: "c9",
  rightClipId: "c10",
  durationFlicks: S,
});
if (!faded.ok) throw new Error(faded.failure.code);
const document = faded.value;

function planOf(of: ProjectDocument) {
  const plan = compile(of, { "asset-1": facts }, { width: 640, height: 360, rate });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

describe("the part of a project around a time", () => {
  test.each([0, 38, 39.8, 40, 40.2, 100, 159.96])(
    "shows the same picture at %s s and is as long",
    (seconds) => {
      const near = planOf(documentNear(document, seconds * S, 10 * S));
      const whole = planOf(document);
      expect(near.frameCount).toBe(whole.frameCount);
      const frame = Math.round(seconds * 25);
      expect(composeAt(near, frame)).toEqual(composeAt(whole, frame));
    },
  );

  test("leaves out what is far away", () => {
    const near = documentNear(document, 0, 10 * S);
    expect(Object.keys(near.clips)).toEqual(["c0", "c1", "c2", "c39"]);
    expect(near.transitions).toEqual({});
  });
});
