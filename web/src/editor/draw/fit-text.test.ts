import { beforeEach, describe, expect, it } from "vitest";
import { fitText, forgetWidths } from "./fit-text.ts";

/** A canvas whose letters are as wide as its font says; it counts how often it was asked. */
function canvas(font: string) {
  const asked: string[] = [];
  const measureText = (text: string) => {
    asked.push(text);
    return { width: text.length * Number.parseInt(font, 10) } as TextMetrics;
  };
  return { ctx: { font, measureText }, asked };
}

describe("words on the lanes", () => {
  beforeEach(forgetWidths);

  it("are whole where there is room, cut with an ellipsis where there is not, and nothing before that", () => {
    const { ctx } = canvas("10px Inter");
    expect(fitText(ctx, "harbour", 70)).toEqual({ text: "harbour", widthPx: 70 });
    expect(fitText(ctx, "harbour", 69)).toEqual({ text: "harbo…", widthPx: 60 });
    expect(fitText(ctx, "harbour", 19)).toEqual({ text: "", widthPx: 0 });
    expect(fitText(ctx, "harbour", -3)).toEqual({ text: "", widthPx: 0 });
  });

  it("are measured once for a room of so many pixels, and again in another font or when one has arrived", () => {
    const small = canvas("10px Inter");
    fitText(small.ctx, "harbour", 50.2);
    const once = small.asked.length;
    expect(fitText(small.ctx, "harbour", 50.9).text).toBe("harb…");
    expect(small.asked).toHaveLength(once);
    expect(fitText(canvas("20px Inter").ctx, "harbour", 50).text).toBe("h…");
    forgetWidths();
    fitText(small.ctx, "harbour", 50);
    expect(small.asked.length).toBeGreaterThan(once);
  });
});
