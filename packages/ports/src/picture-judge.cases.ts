/** What every picture judge must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import { PICTURE_KINDS } from "@cutroom/domain/moderation";
import type { Picture, PictureJudge } from "./picture-judge.ts";

/** A slope of one colour into another. */
export function slope(width: number, height: number, colour: readonly number[]): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) {
    const across = (Math.floor(at / 3) % width) / width;
    rgb[at] = Math.round((colour[at % 3] ?? 0) * across);
  }
  return { width, height, rgb };
}

export function pictureJudgeCases(open: () => Promise<PictureJudge>): void {
  describe("picture judge", () => {
    let judge: PictureJudge;
    beforeAll(async () => {
      judge = await open();
    });
    const scoresOf = async (pictures: readonly Picture[]) => {
      const outcome = await judge.judge(pictures);
      if (outcome.kind !== "judged") throw new Error(JSON.stringify(outcome));
      return outcome.scores;
    };

    it("gives each picture of any shape one score whose kinds are 1 together (G5)", async () => {
      const shapes = [
        slope(1, 1, [9, 9, 9]),
        slope(160, 90, [255, 0, 0]),
        slope(30, 400, [0, 9, 255]),
      ];
      const scores = await scoresOf(shapes);
      expect(scores).toHaveLength(shapes.length);
      for (const score of scores) {
        const sum = PICTURE_KINDS.reduce((total, kind) => total + score[kind], 0);
        expect(sum).toBeCloseTo(1, 2);
      }
    });

    it("says the same of the same picture, wherever it stands among others (G5)", async () => {
      const [one, other] = [slope(160, 90, [255, 120, 0]), slope(90, 160, [0, 255, 60])];
      const [first] = await scoresOf([one, other]);
      const [, second] = await scoresOf([other, one]);
      expect(second).toEqual(first);
    });

    it("has no score for no picture, and fails where it is told to stop", async () => {
      expect(await scoresOf([])).toEqual([]);
      const stopped = await judge.judge([slope(8, 8, [1, 2, 3])], AbortSignal.abort());
      expect(stopped.kind).toBe("failed");
    });
  });
}
