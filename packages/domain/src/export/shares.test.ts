import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planLimits } from "../quota/plans.ts";
import { refuseStepPlan } from "../task/step-plan.ts";
import { EXPORT_FORMATS, formatOf } from "./formats.ts";
import { MAX_SHARES, SHARE_SECONDS, exportShares, planShares, shareOf } from "./shares.ts";

const long = {
  format: "mp4-h264",
  estSeconds: 10 * SHARE_SECONDS,
  plan: planLimits.paid,
  workers: 4,
} as const;

describe("an export in shares", () => {
  it("is one step while it is short, and never more than the most shares (C2)", () => {
    const of = (estSeconds: number) => exportShares({ ...long, estSeconds });
    expect([1, 2 * SHARE_SECONDS - 1].map(of)).toEqual([1, 1]);
    expect([2, 10, 1_000].map((many) => of(many * SHARE_SECONDS))).toEqual([2, 10, MAX_SHARES]);
  });

  it("is one step where nobody could share it: one worker, or one step at a time (C9)", () => {
    expect(exportShares({ ...long, workers: 1 })).toBe(1);
    expect(exportShares({ ...long, plan: planLimits.free })).toBe(1);
    expect(exportShares({ ...long, plan: planLimits.enterprise })).toBe(10);
  });

  it("is one step in a format whose picture is not encoded in parts", () => {
    for (const format of EXPORT_FORMATS) {
      const { media, segmented } = formatOf(format);
      expect(exportShares({ ...long, format }) > 1).toBe(media === "video" && segmented);
    }
  });

  it("is a plan whose film needs every share, and whose seconds are those of one step (C2, C9)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: MAX_SHARES }), fc.nat(10_000), (shares, estSeconds) => {
        const steps = planShares({ inputDigest: "project_1@7", estSeconds, shares });
        expect(refuseStepPlan(steps)).toBeNull();
        const [film, ...parts] = steps;
        expect(film).toMatchObject({ kind: "export", inputDigest: "project_1@7" });
        expect(film?.needs).toEqual(parts.map((part) => part.name));
        const seconds = steps.reduce((sum, step) => sum + (step.estSeconds ?? 0), 0);
        expect(seconds).toBeCloseTo(estSeconds);
        expect(parts.map((part) => shareOf(part.inputDigest))).toEqual(
          parts.map((_, index) => ({ index, count: shares })),
        );
      }),
    );
  });

  it("has no share in a digest that names none", () => {
    for (const digest of ["project_1@7", "x/0of2", "x/3of2", "x/1of2/y"]) {
      expect(shareOf(digest)).toBeNull();
    }
  });
});
