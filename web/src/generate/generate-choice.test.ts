import { describe, expect, it } from "vitest";
import { bodiesOf, nearestRatio } from "./generate-choice.ts";

const CHOICE = {
  model: "procedural",
  budget: null,
  negativePrompt: " ",
  prompt: "  sea ",
  ratio: "16:9",
  seconds: 5,
  seed: 4_294_967_295,
  count: 2,
  caption: true,
} as const;

describe("the choice of a generation", () => {
  it("asks for every clip with a seed of its own, also past the last seed", () => {
    const bodies = bodiesOf(CHOICE);
    expect(bodies.map((body) => body.seed)).toEqual([4_294_967_295, 0]);
    expect(bodies[0]).toMatchObject({ prompt: "sea", duration_ms: 5_000, model: "procedural" });
    expect(bodies[0]).not.toHaveProperty("negative_prompt");
  });

  it("says what a clip may cost only where no model is named (G9)", () => {
    expect(bodiesOf({ ...CHOICE, budget: 20 })[0]).not.toHaveProperty("budget_credits");
    expect(bodiesOf({ ...CHOICE, model: "auto", budget: 20 })[0]).toMatchObject({
      model: "auto",
      budget_credits: 20,
    });
  });

  it("begins with the shape that is nearest to the project's", () => {
    const sizes = [
      [1920, 1080],
      [1080, 1920],
      [1000, 1000],
      [1080, 1350],
    ] as const;
    expect(sizes.map(([width, height]) => nearestRatio({ width, height }))).toEqual([
      "16:9",
      "9:16",
      "1:1",
      "4:5",
    ]);
  });
});
