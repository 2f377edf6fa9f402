import { describe, expect, it } from "vitest";
import { readNumber, settle, stepsPerTick } from "./number-input.ts";

describe("numbers that people type", () => {
  it.each([
    ["12", 12],
    [" 1,5 dB", 1.5],
    ["−3", -3],
    ["１２．５", 12.5],
    [".5", 0.5],
    ["+=10", 60],
    ["-=10", 40],
  ])("%s is %d when it was 50", (text, value) => {
    expect(readNumber(text, 50)).toBe(value);
  });

  it("what is not a number changes nothing", () => {
    expect(readNumber("", 50)).toBeNull();
    expect(readNumber("abc", 50)).toBeNull();
    expect(readNumber("+=", 50)).toBeNull();
  });

  it("values stay in range and on the grid, without float dust", () => {
    const range = { min: 0, max: 1, step: 0.1 };
    expect(settle(0.1 + 0.2, range)).toBe(0.3);
    expect(settle(7, range)).toBe(1);
    expect(settle(-7, range)).toBe(0);
  });

  it("Shift goes in tens, Alt in tenths", () => {
    expect(stepsPerTick({ shiftKey: true, altKey: false })).toBe(10);
    expect(stepsPerTick({ shiftKey: false, altKey: true })).toBe(0.1);
    expect(stepsPerTick({ shiftKey: false, altKey: false })).toBe(1);
  });
});
