import { describe, expect, it } from "vitest";
import { pictureJudgeCases, slope } from "@cutroom/ports/picture-judge.cases";
import { createNsfwjsJudge } from "./nsfwjs.ts";

const judge = createNsfwjsJudge();
pictureJudgeCases(() => Promise.resolve(judge));

describe("NSFWJS", () => {
  it("finds nothing in plain slopes of colour (G5)", async () => {
    const outcome = await judge.judge([
      slope(160, 90, [90, 140, 255]),
      slope(90, 160, [255, 255, 255]),
    ]);
    if (outcome.kind !== "judged") throw new Error(outcome.internal);
    for (const score of outcome.scores) expect(score.porn + score.hentai).toBeLessThan(0.5);
  });
});
