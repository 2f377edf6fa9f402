import { framesToFlicks, newProject, textClipFrom } from "@cutroom/timeline";
import { expect, it } from "vitest";
import { markedFrames } from "./range.ts";

const RATE = { n: 25, d: 1 };
const at = (frame: number) => framesToFlicks(frame, RATE);
const title = textClipFrom({
  id: "t",
  trackId: "text-1",
  startFlicks: 0,
  rate: RATE,
  text: "Hi",
  durationFlicks: at(100),
});
const film = { ...newProject({ rate: RATE }), clips: { t: title } };

it("what is marked of the film is what lies in it, to its end with one mark, and nothing without", () => {
  const marked = (inFlicks: number | null, outFlicks: number | null) =>
    markedFrames({ inFlicks, outFlicks }, film);
  expect(marked(at(10), at(40))).toEqual({ startFrame: 10, endFrame: 40 });
  expect(marked(at(10), null)).toEqual({ startFrame: 10, endFrame: 100 });
  expect(marked(null, at(40))).toEqual({ startFrame: 0, endFrame: 40 });
  expect(marked(at(90), at(400))).toEqual({ startFrame: 90, endFrame: 100 });
  expect([marked(at(100), at(400)), marked(null, null)]).toEqual([null, null]);
});
