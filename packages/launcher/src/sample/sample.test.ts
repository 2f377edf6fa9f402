import { describe, expect, it } from "vitest";
import { composeMusic } from "./music.ts";
import { paintFrame } from "./paint.ts";
import { SCENES } from "./scenes.ts";

const SIZE = { width: 64, height: 36 };

describe("sample media", () => {
  it("paints the same picture every time, and another one a second later", () => {
    for (const scene of SCENES) {
      const [first, again, later] = [0, 0, 1].map((seconds) => {
        const frame = new Uint8Array(SIZE.width * SIZE.height * 3);
        paintFrame(scene, frame, SIZE, seconds);
        return Buffer.from(frame).toString("hex");
      });
      expect(first).toBe(again);
      expect(first).not.toBe(later);
    }
  });

  it("writes a WAV of exactly the asked length that never clips", () => {
    const file = composeMusic(1.5);
    const view = new DataView(file.buffer);
    expect(view.getUint32(40, true)).toBe(1.5 * 48_000 * 4);
    let peak = 0;
    for (let at = 44; at < file.length; at += 2)
      peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
    expect(peak).toBeGreaterThan(2_000);
    expect(peak).toBeLessThan(32_000);
  });
});
