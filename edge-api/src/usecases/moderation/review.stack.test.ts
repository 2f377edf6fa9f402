import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";
import { openExperiment } from "./experiment.cases.ts";
import {
  EXPLICIT,
  HARMLESS,
  MODEL_VERSION,
  claim,
  deadlinePasses,
  give,
  leasesRunOut,
  stored,
  upload,
} from "./review.cases.ts";

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
});
afterAll(() => stack.stop());

let contents = 0;
/** A film that comes in; its review waits for a judge. */
async function comesIn(name?: string) {
  contents += 1;
  const checksum = contents.toString(16).padStart(64, "0");
  const asset = await upload(stack, tenant, { checksum, ...(name === undefined ? {} : { name }) });
  return asset;
}
const standing = async (assetId: string) =>
  must(await tenant.client.getAsset({ params: { asset_id: assetId } })).review?.state;
async function claimed(workerId: string) {
  const verdict = await claim(stack, workerId);
  if (verdict === null) throw new Error("nothing to judge");
  const { review_id: reviewId, attempt } = verdict;
  return { reviewId, workerId, attempt };
}

describe("a film that comes in (G5)", () => {
  it("is under review from the moment it is ready, and passes when its judge finds nothing", async () => {
    const asset = await comesIn();
    expect(asset.review).toEqual({ state: "CHECKING", reasons: [], note: null, appeal: null });
    const verdict = await claim(stack, "w1");
    expect(verdict?.pictures).toMatchObject({ size_bytes: 3, sheet: { count: 2, columns: 10 } });
    const picture = await fetch(verdict?.pictures.url ?? "");
    expect((await picture.arrayBuffer()).byteLength).toBe(3);
    const held = { reviewId: verdict?.review_id ?? "", workerId: "w1", attempt: 1 };
    must(await give(stack, held, HARMLESS));
    expect(await standing(asset.id)).toBe("PASSED");
    expect((await stored(stack, held.reviewId)).actions).toEqual(["opened", "pass"]);
    expect(await claim(stack, "w1")).toBeNull();
  });

  it("waits for a person when something is found; its score is kept beside the decision", async () => {
    const asset = await comesIn();
    const held = await claimed("w1");
    must(await give(stack, held, EXPLICIT));
    const { review, verdicts } = await stored(stack, held.reviewId);
    expect([review.state, review.reasons]).toEqual(["WAITING", ["sexual"]]);
    expect(verdicts.find(({ model }) => model === "picture")?.score).toEqual({
      kind: "picture",
      frames: [{ atMs: 0, score: EXPLICIT }],
    });
    expect(await standing(asset.id)).toBe("WAITING");
  });

  it("waits for a person at once by what it is called, and no judge is asked any more", async () => {
    const asset = await comesIn("holiday_nudes.mp4");
    expect(asset.review).toMatchObject({ state: "WAITING", reasons: ["sexual"] });
    expect(await claim(stack, "w1")).toBeNull();
  });

  it("shares the review of the same bytes: a second upload asks nobody again", async () => {
    const asset = await comesIn();
    must(await give(stack, await claimed("w1"), EXPLICIT));
    const again = await upload(stack, tenant, { checksum: asset.checksum ?? "" });
    expect(again.review?.state).toBe("WAITING");
    expect(await claim(stack, "w1")).toBeNull();
  });
});

describe("leases of verdicts (C8)", () => {
  it("A is paused past its lease, B finishes, and A's late word changes no row", async () => {
    const asset = await comesIn();
    const experiment = openExperiment(stack, "paused-past-its-lease");
    const a = await claimed("worker-a");
    expect(await claim(stack, "worker-b")).toBeNull();
    await leasesRunOut(stack);
    const b = await claimed("worker-b");
    expect([b.reviewId, b.attempt]).toEqual([a.reviewId, a.attempt + 1]);
    const late = await experiment.step(a, "A speaks while B works", () => give(stack, a, EXPLICIT));
    expect(late).toMatchObject({ answer: "lease.lost", changed: {} });
    const done = await experiment.step(
      b,
      "B, who claimed once the lease had run out, finishes",
      () => give(stack, b, HARMLESS),
    );
    expect(done).toMatchObject({ answer: "ok", decisions: ["opened", "pass"] });
    expect(done.changed).toMatchObject({ content_review: 1, review_verdict: 1, review_event: 1 });
    const later = await experiment.step(a, "A speaks again", () => give(stack, a, EXPLICIT));
    expect(later).toMatchObject({ answer: "lease.lost", changed: {}, state: done.state });
    expect(await standing(asset.id)).toBe("PASSED");
    experiment.write(done);
  });

  it("A's word is refused also before B has finished, and from a stranger who names B's attempt", async () => {
    await comesIn();
    const a = await claimed("worker-a");
    await leasesRunOut(stack);
    const b = await claimed("worker-b");
    expect(codeOf(await give(stack, a, HARMLESS))).toBe("lease.lost");
    expect(codeOf(await give(stack, { ...b, workerId: "worker-a" }, HARMLESS))).toBe("lease.lost");
    must(await give(stack, b, HARMLESS));
  });

  it("a judge of other weights is given nothing", async () => {
    await comesIn();
    const body = { worker_id: "old", model_version: "older" };
    expect(must(await stack.farm.claimVerdict({ body })).verdict).toBeNull();
    must(await give(stack, await claimed("w1"), HARMLESS));
  });

  it("who goes silent three times is asked no more: a person is", async () => {
    const asset = await comesIn();
    for (const attempt of [1, 2, 3]) {
      expect((await claimed("silent")).attempt).toBe(attempt);
      await leasesRunOut(stack);
    }
    expect(await claim(stack, "other")).toBeNull();
    await keepHouse(stack.deps);
    const { review } = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(review).toMatchObject({ state: "WAITING", reasons: ["model-failed"] });
  });
});

describe("what comes twice, mixed up, or not at all (G5)", () => {
  it("the same word three times at once is one verdict and one decision", async () => {
    await comesIn();
    const held = await claimed("w1");
    const answers = await Promise.all([1, 2, 3].map(() => give(stack, held, EXPLICIT)));
    expect(answers.map(codeOf).toSorted()).toEqual(["lease.lost", "lease.lost", "ok"]);
    expect((await stored(stack, held.reviewId)).actions).toEqual(["opened", "escalate"]);
  });

  it("words that are late, repeated or nobody's never approve what its judge has not judged", async () => {
    await comesIn();
    const experiment = openExperiment(stack, "repeated-and-mixed-up");
    const a = await claimed("worker-a");
    await leasesRunOut(stack);
    const b = await claimed("worker-b");
    const wrong = [
      ["late", a],
      ["late, again", a],
      ["of an attempt that is not there yet", { ...b, attempt: b.attempt + 1 }],
      ["of a stranger", { ...b, workerId: "worker-c" }],
      ["late, once more", a],
    ] as const;
    for (const [what, by] of wrong) {
      const step = await experiment.step(by, `a word ${what}`, () => give(stack, by, HARMLESS));
      expect(step).toMatchObject({ answer: "lease.lost", changed: {}, decisions: ["opened"] });
    }
    const judged = await experiment.step(b, "the mandatory judge speaks", () =>
      give(stack, b, HARMLESS),
    );
    expect(judged).toMatchObject({ answer: "ok", decisions: ["opened", "pass"] });
    const again = await experiment.step(b, "and says it again", () => give(stack, b, HARMLESS));
    expect(again).toMatchObject({ changed: {}, decisions: ["opened", "pass"] });
    experiment.write(judged);
  });

  it("an answer that was not heard is a doubt: no decision, and the late answer still counts (I3)", async () => {
    await comesIn();
    const experiment = openExperiment(stack, "hidden-answer");
    const held = await claimed("w1");
    const body = {
      worker_id: "w1",
      attempt: held.attempt,
      model_version: MODEL_VERSION,
      unknown: true,
      internal: "the connection was lost after the pictures had been sent",
    };
    const doubt = await experiment.step(held, "the judge's answer is hidden", () =>
      stack.farm.dropVerdict({ params: { review_id: held.reviewId }, body }),
    );
    expect(doubt).toMatchObject({ changed: { review_verdict: 1 }, decisions: ["opened"] });
    expect(doubt.state).toContain("picture UNKNOWN 1");
    expect(await claim(stack, "w2")).toBeNull();
    const heard = await experiment.step(held, "the same attempt's answer is heard after all", () =>
      give(stack, held, HARMLESS),
    );
    expect(heard).toMatchObject({ answer: "ok", decisions: ["opened", "pass"] });
    experiment.write(heard);
  });

  it("a person is asked when the time is over, and what comes later approves nothing", async () => {
    await comesIn();
    const held = await claimed("w1");
    await deadlinePasses(stack, held.reviewId);
    await keepHouse(stack.deps);
    const late = await stored(stack, held.reviewId);
    expect([late.review.state, late.review.reasons]).toEqual(["WAITING", ["overdue"]]);
    must(await give(stack, held, HARMLESS));
    const after = await stored(stack, held.reviewId);
    expect([after.review.state, after.actions]).toEqual(["WAITING", ["opened", "escalate"]]);
    expect(stack.problems).toEqual([]);
  });
});
