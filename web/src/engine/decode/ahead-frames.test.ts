import { expect, test } from "vitest";
import { AheadFrames } from "./ahead-frames.ts";

function setUp() {
  const open = new Set<number>();
  const frames = new AheadFrames<{ close: () => void }>();
  const put = (at: number) => {
    open.add(at);
    frames.put(at, { close: () => open.delete(at) });
  };
  return { open, frames, put };
}

test("frames that were passed are closed, but for the newest as a stand-in (F71)", () => {
  const { open, frames, put } = setUp();
  for (let at = 0; at < 10; at += 1) put(at);
  frames.passTo(5);
  expect([...open]).toEqual([5, 6, 7, 8, 9]);
  frames.passTo(20);
  expect([...open]).toEqual([9]);
  expect(frames.latestBefore(20)).not.toBeNull();
  expect(frames.get(20)).toBeNull();
  frames.clear();
  expect(open.size).toBe(0);
});

test("a frame given twice is closed once and held once", () => {
  const { frames } = setUp();
  let closed = 0;
  const frame = () => ({ close: () => void (closed += 1) });
  frames.put(3, frame());
  frames.put(3, frame());
  expect([closed, frames.size]).toEqual([1, 1]);
});
