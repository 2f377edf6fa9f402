import { expect, test } from "vitest";
import { maskAlpha } from "./aside-layer.ts";

test("a mask's two sides add up to the whole picture, everywhere", () => {
  const frame = { width: 64, height: 36 };
  for (const done of [0, 0.3, 0.5, 0.9]) {
    const left = maskAlpha({ kind: "iris-open", side: "left", done }, frame);
    const right = maskAlpha({ kind: "iris-open", side: "right", done }, frame);
    expect([left.width, left.height]).toEqual([64, 36]);
    const sums = Array.from(left.alpha, (value, index) => value + (right.alpha[index] ?? 0));
    expect(sums.every((sum) => Math.abs(sum - 255) <= 1)).toBe(true);
  }
});
