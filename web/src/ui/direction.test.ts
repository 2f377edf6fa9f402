import { describe, expect, it } from "vitest";
import { dirOf, directionCookie, pickDirection } from "./direction.ts";

describe("layout direction", () => {
  it("is the language's own unless somebody asks for right to left", () => {
    expect(dirOf("auto", "en")).toBe("ltr");
    expect(dirOf("auto", "zh-Hans")).toBe("ltr");
    expect(dirOf("auto", "ar")).toBe("rtl");
    expect(dirOf("auto", "he-IL")).toBe("rtl");
    expect(dirOf("rtl", "en")).toBe("rtl");
  });

  it("is remembered, and what nobody can choose is forgotten", () => {
    const [name, value] = directionCookie("rtl").split(/[=;]/);
    expect(name).toBe("cutroom_direction");
    expect(pickDirection(value)).toBe("rtl");
    expect(pickDirection("up")).toBe("auto");
    expect(pickDirection(undefined)).toBe("auto");
  });
});
