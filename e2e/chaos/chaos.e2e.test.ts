import { expect, it } from "vitest";
import { runChaos } from "./chaos.ts";

const KILLS = 10;
/** Of a machine that is busy with other tests. */
const TIMEOUT_MS = 480_000;

it(
  `loses nothing, doubles nothing, keeps its books and makes the same film through ${KILLS} hard faults and a lost share (I2, I4, C6, C8, F54)`,
  { timeout: TIMEOUT_MS },
  async () => {
    const result = await runChaos({
      kills: KILLS,
      people: 2,
      pauseMs: 1_500,
      patienceMs: 200_000,
      patient: false,
      say: () => undefined,
    });
    const { lost, doubled, drift, slots, shared, crashed } = result;
    expect({ lost, doubled, drift, slots, shared, crashed }).toEqual({
      lost: [],
      doubled: [],
      drift: [],
      slots: [],
      shared: [],
      crashed: [],
    });
    expect(result.promised).toBeGreaterThan(0);
  },
);
