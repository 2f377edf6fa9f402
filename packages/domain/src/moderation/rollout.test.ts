import { describe, expect, it } from "vitest";
import { capacityMatrix, matrixHolds, splitCapacity } from "./capacity.ts";
import type { CapacityBasis } from "./capacity.ts";
import { isRepresentative, qualityOf } from "./evaluation.ts";
import type { Evaluation, Label } from "./evaluation.ts";
import { FIRST_POLICY, FIRST_POLICY_SPEC, policyOf } from "./review-policy.ts";
import {
  ROLLOUT_EVENTS,
  ROLLOUT_STATES,
  bucketOf,
  choosePolicy,
  nextRolloutState,
  refuseMove,
} from "./rollout.ts";
import type { Rollout } from "./rollout.ts";
import { sampleForAll, sampleOf } from "./sample.ts";
import type { Score } from "./scores.ts";

const SEED: CapacityBasis = {
  subtasksPerS: 4_000,
  vendors: [{ name: "one", share: 100, concurrency: 1_000, secondsPerCall: 0.8 }],
  frames: 12,
  framesBefore: 10,
};
const SMALL: CapacityBasis = { ...SEED, subtasksPerS: 100 };
const CANARY: Rollout = {
  id: "rollout_1",
  state: "CANARY",
  candidate: "2",
  bucketBy: "content",
  percent: 10,
};
const contents = Array.from({ length: 20_000 }, (_, at) => ({
  tenantId: `tenant_${at % 50}`,
  contentVersion: at.toString(16).padStart(64, "0"),
}));

describe("pictures for judges (G5, G6)", () => {
  it("are at most as many as the policy says, in order, from the first to the last", () => {
    for (let count = 1; count <= 300; count += 1) {
      const tiles = sampleOf(count, 12);
      expect(tiles.length).toBe(Math.min(count, 12));
      expect([tiles[0], tiles.at(-1)]).toEqual([0, count - 1]);
      expect(new Set(tiles).size).toBe(tiles.length);
    }
  });

  it("of two policies are judged once, and hold all that either of them wants", () => {
    const both = sampleForAll(100, [{ frames: 12 }, { frames: 7 }]);
    expect(both).toEqual([...new Set(both)].toSorted((a, b) => a - b));
    expect(both).toEqual(expect.arrayContaining([...sampleOf(100, 12), ...sampleOf(100, 7)]));
  });
});

describe("buckets (G6)", () => {
  it("are stable, and hold about their part of the contents", () => {
    const decidedByNew = contents.filter(
      (content) => choosePolicy("1", CANARY, content).decides === "2",
    );
    expect(decidedByNew.length / contents.length).toBeGreaterThan(0.09);
    expect(decidedByNew.length / contents.length).toBeLessThan(0.11);
    expect(bucketOf("rollout_1", "a")).toBe(bucketOf("rollout_1", "a"));
  });

  it("of a wider canary hold those of a narrower one", () => {
    const wider = { ...CANARY, percent: 50 };
    const lost = contents.filter(
      (content) =>
        choosePolicy("1", CANARY, content).decides === "2" &&
        choosePolicy("1", wider, content).decides === "1",
    );
    expect(lost).toEqual([]);
  });

  it("by tenant treat all contents of a workspace alike", () => {
    const byTenant: Rollout = { ...CANARY, bucketBy: "tenant", percent: 50 };
    const seen = new Map<string, string>();
    for (const content of contents) {
      const { decides } = choosePolicy("1", byTenant, content);
      expect(seen.get(content.tenantId) ?? decides).toBe(decides);
      seen.set(content.tenantId, decides);
    }
    expect(new Set(seen.values())).toEqual(new Set(["1", "2"]));
  });
});

describe("what decides (G6)", () => {
  it("is never a policy that is only tried, or a draft", () => {
    for (const state of ROLLOUT_STATES) {
      for (const content of contents.slice(0, 200)) {
        const { decides, shadow } = choosePolicy("1", { ...CANARY, state, percent: 100 }, content);
        expect(decides).toBe(state === "CANARY" ? "2" : "1");
        expect(shadow).toBe(state === "SHADOW" ? "2" : null);
      }
    }
  });
});

describe("the capacity matrix (G6)", () => {
  it("has the seed's figures: 9,600/s in the shadow, 8,350/s left over, and 5,280/s at 10 %", () => {
    const rows = capacityMatrix(SEED)?.rows ?? [];
    const shadow = rows.find(({ mode }) => mode === "shadow");
    expect(shadow?.demandPerS).toBeCloseTo(9_600, 6);
    expect(shadow?.capacityPerS).toBeCloseTo(1_250, 6);
    expect(shadow?.backlogPerS).toBeCloseTo(8_350, 6);
    expect(shadow?.curve.map(Math.round)).toEqual([501_000, 2_505_000, 5_010_000]);
    expect(rows.find(({ percent }) => percent === 10)?.demandPerS).toBeCloseTo(5_280, 6);
  });

  it("knows the first vendor that is full by the split between several", () => {
    const half = { concurrency: 100, secondsPerCall: 1 };
    const vendors = [
      { ...half, name: "a", share: 80 },
      { ...half, name: "b", share: 20 },
    ];
    expect(splitCapacity(vendors)).toBe(125);
    expect(capacityMatrix({ ...SEED, vendors: [{ ...half, name: "a", share: 80 }] })).toBeNull();
  });

  it("holds no more when the split, the sampling or the load is another", () => {
    const matrix = capacityMatrix(SEED);
    if (matrix === null) throw new Error("shares are the whole");
    const [one] = SEED.vendors;
    if (one === undefined) throw new Error("one vendor");
    expect(matrixHolds(matrix, structuredClone(SEED))).toBe(true);
    const split = [
      { ...one, share: 60 },
      { ...one, name: "two", share: 40 },
    ];
    for (const changed of [{ vendors: split }, { frames: 24 }, { subtasksPerS: 4_001 }]) {
      expect(matrixHolds(matrix, { ...SEED, ...changed })).toBe(false);
    }
  });
});

describe("moves of a rollout (G6)", () => {
  const matrix = capacityMatrix(SMALL);
  const evaluation = { candidate: "2" } as Evaluation;
  const whole = { candidate: "2", matrix, evaluation };

  it("need a matrix with room for their stage before any traffic", () => {
    for (const event of ["shadow", "canary"] as const) {
      const draft = { ...whole, state: "DRAFT" as const };
      expect(refuseMove({ ...draft, matrix: null }, event, 100)).toBe("no-matrix");
      expect(refuseMove(draft, event, 33)).toBe("no-matrix");
      expect(refuseMove({ ...draft, matrix: capacityMatrix(SEED) }, event, 100)).toBe(
        "over-capacity",
      );
      expect(refuseMove(draft, event, 100)).toBeNull();
    }
  });

  it("promote only what was measured itself, on a labelled set", () => {
    const canary = { ...whole, state: "CANARY" as const };
    expect(refuseMove({ ...canary, evaluation: null }, "promote", 100)).toBe("no-evaluation");
    const other = { candidate: "3" } as Evaluation;
    expect(refuseMove({ ...canary, evaluation: other }, "promote", 100)).toBe("no-evaluation");
    expect(refuseMove(canary, "promote", 100)).toBeNull();
  });

  it("lead back from wherever there is traffic, and nowhere from the end", () => {
    for (const state of ["DRAFT", "SHADOW", "CANARY", "PROMOTED"] as const) {
      expect(nextRolloutState(state, "rollback")).toBe("ROLLED_BACK");
    }
    for (const event of ROLLOUT_EVENTS) expect(nextRolloutState("ROLLED_BACK", event)).toBeNull();
    expect(refuseMove({ ...whole, state: "SHADOW" }, "promote", 100)).toBe("illegal");
  });
});

describe("a labelled set (G6)", () => {
  const labels: Label[] = Array.from({ length: 100 }, (_, at) => ({
    reviewId: `r${at}`,
    harmful: at < 20,
  }));
  const scoreOf = (porn: number): Score => ({
    kind: "picture",
    frames: [{ atMs: null, score: { drawing: 0, hentai: 0, neutral: 1 - porn, porn, sexy: 0 } }],
  });

  it("is representative with enough of both kinds, each content once", () => {
    expect(isRepresentative(labels)).toBe(true);
    expect(isRepresentative(labels.slice(1))).toBe(false);
    expect(isRepresentative(labels.map((label) => ({ ...label, harmful: false })))).toBe(false);
    expect(isRepresentative(labels.map((label) => ({ ...label, reviewId: "r1" })))).toBe(false);
  });

  it("counts what is marked wrongly and what is missed, by kept scores alone", () => {
    const scores = new Map(
      labels.map(({ reviewId }, at) => [reviewId, scoreOf(at < 15 || at > 97 ? 0.7 : 0)]),
    );
    expect(qualityOf(FIRST_POLICY, labels, scores)).toEqual({ falsePositives: 2, misses: 5 });
    const strict = policyOf({ ...FIRST_POLICY_SPEC, version: "2", clear: 0.9, probable: 0.8 });
    expect(qualityOf(strict, labels, scores)).toEqual({ falsePositives: 0, misses: 20 });
    scores.delete("r5");
    expect(qualityOf(FIRST_POLICY, labels, scores)).toBeNull();
  });
});
