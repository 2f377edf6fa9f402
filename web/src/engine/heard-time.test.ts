import { expect, test } from "vitest";
import { HeardTime } from "./heard-time.ts";

function card() {
  const state = { nowMs: 0, currentTime: 0, stamp: { contextTime: 0, performanceTime: 0 } };
  const heard = new HeardTime(
    {
      state: "running",
      get currentTime() {
        return state.currentTime;
      },
      baseLatency: 0.01,
      outputLatency: 0.05,
      getOutputTimestamp: () => state.stamp,
    },
    () => state.nowMs,
  );
  return { state, heard };
}

test("fills the steps of the sound card with the performance clock", () => {
  const { state, heard } = card();
  Object.assign(state, { currentTime: 2, stamp: { contextTime: 1.9, performanceTime: 500 } });
  state.nowMs = 500;
  expect(heard.read().heardS).toBeCloseTo(1.9);
  state.nowMs = 516;
  expect(heard.read().heardS).toBeCloseTo(1.916);
});

test("never goes back and never runs ahead of the card", () => {
  const { state, heard } = card();
  Object.assign(state, { currentTime: 2, stamp: { contextTime: 1.9, performanceTime: 500 } });
  state.nowMs = 900;
  expect(heard.read().heardS).toBe(2);
  state.stamp = { contextTime: 1.95, performanceTime: 900 };
  expect(heard.read().heardS).toBe(2);
});

test("without a time stamp of the card, latency is taken off", () => {
  const { state, heard } = card();
  state.currentTime = 3;
  expect(heard.read().heardS).toBeCloseTo(2.95);
});
