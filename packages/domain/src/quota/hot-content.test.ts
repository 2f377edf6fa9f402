import { describe, expect, it } from "vitest";
import { shedsHot } from "./hot-content.ts";

describe("hot content", () => {
  it("is taken while machines are free, and shed once a quarter of what runs waits (O3)", () => {
    expect(shedsHot({ waiting: 0, running: 0 })).toBe(false);
    expect(shedsHot({ waiting: 0, running: 10 })).toBe(false);
    expect(shedsHot({ waiting: 2, running: 10 })).toBe(false);
    expect(shedsHot({ waiting: 3, running: 10 })).toBe(true);
  });

  it("is shed where work waits and nothing runs: nobody takes it", () => {
    expect(shedsHot({ waiting: 1, running: 0 })).toBe(true);
  });
});
