import { describe, expect, test } from "vitest";
import { moved, scaled, turned } from "./handle-math.ts";

const start = { x: 0.1, y: 0, scale: 1, rotationDeg: 0 };
const frame = { width: 640, height: 360 };

describe("handles on the picture", () => {
  test("a drag moves by shares of the frame, so that every picture size gives the same clip", () => {
    const small = moved(start, { from: { x: 0, y: 0 }, to: { x: 64, y: 36 } }, frame, true);
    const large = moved(
      start,
      { from: { x: 0, y: 0 }, to: { x: 128, y: 72 } },
      { width: 1280, height: 720 },
      true,
    );
    expect(small).toEqual({ ...start, x: 0.2, y: 0.1 });
    expect(large).toEqual(small);
  });

  test("near the centre lines it snaps, and not when the snap is suspended", () => {
    const drag = { from: { x: 0, y: 0 }, to: { x: -61, y: 3 } };
    expect(moved(start, drag, frame, false)).toMatchObject({ x: 0, y: 0 });
    expect(moved(start, drag, frame, true).y).toBeCloseTo(3 / 360);
  });

  test("scale follows the distance to the centre and stays within its limits", () => {
    const centre = { x: 320, y: 180 };
    const to = (x: number) => ({ from: { x: 420, y: 180 }, to: { x, y: 180 } });
    expect(scaled(start, to(520), centre, true).scale).toBeCloseTo(2);
    expect(scaled(start, to(421), centre, false).scale).toBe(1);
    expect(scaled(start, to(320), centre, true).scale).toBe(0.01);
  });

  test("turning passes the half circle without a jump, and steps by 15 degrees", () => {
    const centre = { x: 0, y: 0 };
    const past = { from: { x: -1, y: 0.1 }, to: { x: -1, y: -0.1 } };
    expect(turned(start, past, centre, false).rotationDeg).toBeCloseTo(11.42, 1);
    const quarter = { from: { x: 1, y: 0 }, to: { x: 0.05, y: 1 } };
    expect(turned(start, quarter, centre, true).rotationDeg).toBe(90);
  });
});
