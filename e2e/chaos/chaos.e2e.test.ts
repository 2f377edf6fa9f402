import { expect, it } from "vitest";
import { runChaos } from "./chaos.ts";

const KILLS = 10;

it(`loses nothing, doubles nothing and keeps its books through ${KILLS} hard faults (I2, I4, C6, C8)`, async () => {
  const result = await runChaos({
    kills: KILLS,
    people: 2,
    pauseMs: 1_500,
    patienceMs: 200_000,
    patient: false,
    say: () => undefined,
  });
  const { lost, doubled, drift, slots, crashed } = result;
  expect({ lost, doubled, drift, slots, crashed }).toEqual({
    lost: [],
    doubled: [],
    drift: [],
    slots: [],
    crashed: [],
  });
  expect(result.promised).toBeGreaterThan(0);
});
