import { framesToFlicks } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { Clock } from "./clock.ts";
import type { AudioTime } from "./clock.ts";

const grid = { rate: { n: 30, d: 1 }, frameCount: 300 };

function setUp() {
  const time: { nowMs: number; audio: AudioTime | null } = { nowMs: 1_000, audio: null };
  const clock = new Clock({ nowMs: () => time.nowMs, audioTime: () => time.audio }, grid);
  const advance = (ms: number, audioMs = ms) => {
    time.nowMs += ms;
    if (time.audio?.running === true) {
      time.audio = { running: true, heardS: time.audio.heardS + audioMs / 1000 };
    }
  };
  return { time, clock, advance };
}

describe("clock", () => {
  test("follows the audio clock, not the performance clock, when both run", () => {
    const { time, clock, advance } = setUp();
    time.audio = { running: true, heardS: 7 };
    clock.play(1);
    for (let i = 0; i < 100; i += 1) {
      advance(10, 9.9);
      clock.tick();
    }
    expect(clock.anchor.source).toBe("audio");
    expect(clock.tick().frame).toBe(29);
  });

  test("an hour of audio time is an hour of frames at 29.97 (no drift)", () => {
    const { time, clock } = setUp();
    const rate = { n: 30_000, d: 1_001 };
    clock.setGrid({ rate, frameCount: 200_000 });
    time.audio = { running: true, heardS: 0.5 };
    clock.play(1);
    time.audio = { running: true, heardS: 0.5 + (107_892 * 1_001) / 30_000 + 0.001 };
    expect(clock.tick().frame).toBe(107_892);
  });

  test("falls back to the performance clock when sound is suspended, without a jump", () => {
    const { time, clock, advance } = setUp();
    time.audio = { running: true, heardS: 7 };
    clock.play(1);
    advance(1_000);
    expect(clock.tick().frame).toBe(30);
    const epoch = clock.anchor.epoch;
    time.audio = { running: false, heardS: time.audio.heardS };
    expect(clock.tick().frame).toBe(30);
    expect(clock.anchor.source).toBe("performance");
    expect(clock.anchor.epoch).toBeGreaterThan(epoch);
    advance(500);
    expect(clock.tick().frame).toBe(45);
  });

  test("a sound card that stands still is not a clock", () => {
    const { time, clock, advance } = setUp();
    time.audio = { running: true, heardS: 7 };
    clock.play(1);
    for (let i = 0; i < 10; i += 1) {
      advance(100, 0);
      clock.tick();
    }
    expect(clock.anchor.source).toBe("performance");
    expect(clock.tick().frame).toBeGreaterThan(10);
  });

  test("stops itself on the last frame, and starts over from there", () => {
    const { clock, advance } = setUp();
    clock.seek(290);
    clock.play(1);
    advance(2_000);
    expect(clock.tick()).toEqual({ frame: 299, ended: true });
    expect(clock.playing).toBe(false);
    clock.play(1);
    expect(clock.tick().frame).toBe(0);
  });

  test("loops with the overshoot kept", () => {
    const { clock, advance } = setUp();
    clock.setLoop(true);
    clock.seek(299);
    clock.play(-1);
    clock.play(1);
    advance(133);
    expect(clock.tick()).toEqual({ frame: 2, ended: false });
  });

  test("runs backwards and stops at 0", () => {
    const { clock, advance } = setUp();
    clock.seek(60);
    clock.play(-2);
    advance(500);
    expect(clock.tick().frame).toBe(30);
    advance(2_000);
    expect(clock.tick()).toEqual({ frame: 0, ended: true });
  });

  test("pausing rests exactly on the frame that was on screen", () => {
    const { clock, advance } = setUp();
    clock.play(1);
    advance(1_017);
    clock.pause();
    expect(clock.position()).toBe(framesToFlicks(30, grid.rate));
  });

  test("a shorter project pulls the playhead inside", () => {
    const { clock } = setUp();
    clock.seek(280);
    clock.setGrid({ ...grid, frameCount: 100 });
    expect(clock.tick().frame).toBe(99);
  });
});
