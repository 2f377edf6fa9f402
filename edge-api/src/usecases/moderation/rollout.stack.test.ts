import { schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { evaluateRollout } from "./evaluate-rollout.ts";
import { getReviewModels } from "./present-rollout.ts";
import { MODERATOR, claim, give, stored, upload } from "./review.cases.ts";
import {
  changeRollout,
  computeCapacity,
  createPolicyVersion,
  createRollout,
  moveRollout,
} from "./roll-out.ts";

const { contentReview, reviewEvidence } = schema;
let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
});
afterAll(() => stack.stop());

/** Neither clear nor twice probable: the first policy lets a single one of several pass. */
const DOUBTFUL = { drawing: 0, hentai: 0, neutral: 0.3, porn: 0.7, sexy: 0 };
const JUDGES = [{ name: "farm", share: 100, concurrency: 4, secondsPerCall: 0.5 }];
const SETUP = { candidate: "strict", subtasksPerS: 1, vendors: JUDGES };
const MEANING = {
  name: "uploads of November",
  falsePositiveIs: "a content without nudity that a person would let pass",
  missIs: "a content with nudity that a person would reject",
  samplingBias: "only contents of workspaces that share in public; private ones are missing",
};

const models = async () => must(await getReviewModels(stack.deps));
const seen = async () => {
  const { rollout } = await models();
  if (rollout === null) throw new Error("no rollout");
  return { rolloutId: rollout.id, baseVersion: rollout.version };
};
type Event = Parameters<typeof moveRollout>[3]["event"];
const move = async (event: Event, percent = 100) =>
  moveRollout(stack.deps, MODERATOR, await seen(), { event, percent, note: "As planned." });
const compute = async () => computeCapacity(stack.deps, MODERATOR, await seen());
const change = async (setup: Partial<typeof SETUP>) =>
  changeRollout(stack.deps, MODERATOR, await seen(), { ...SETUP, ...setup, note: "It changed." });

let contents = 0;
/** A film that comes in: what a farm is given to judge of it, and who holds it. */
async function comesIn() {
  contents += 1;
  await upload(stack, tenant, { checksum: contents.toString(16).padStart(64, "0") });
  const verdict = await claim(stack, "w1");
  if (verdict === null) throw new Error("nothing to judge");
  return { verdict, held: { reviewId: verdict.review_id, workerId: "w1", attempt: 1 } };
}
const evidenceOf = (reviewId: string) =>
  stack.deps.database.select().from(reviewEvidence).where(eq(reviewEvidence.reviewId, reviewId));

describe("a rollout of a policy (G6)", () => {
  it("begins without traffic, and gets none without a matrix that has room for it", async () => {
    const strict = { version: "strict", frames: 24, clear: 0.65, probable: 0.5, note: "Stricter." };
    must(await createPolicyVersion(stack.deps, MODERATOR, strict));
    expect(codeOf(await createPolicyVersion(stack.deps, MODERATOR, strict))).toBe(
      "rollout.policy-exists",
    );
    const wanted = { ...SETUP, bucketBy: "content" as const, note: "To be tried." };
    must(await createRollout(stack.deps, MODERATOR, wanted));
    expect(codeOf(await createRollout(stack.deps, MODERATOR, wanted))).toBe("rollout.open");
    expect(codeOf(await move("shadow"))).toBe("rollout.no-matrix");
    must(await change({ subtasksPerS: 4_000 }));
    must(await compute());
    expect(codeOf(await move("shadow"))).toBe("rollout.over-capacity");
    must(await change({ vendors: [{ ...JUDGES[0]!, share: 60 }] }));
    expect(codeOf(await compute())).toBe("rollout.split");
    must(await change({}));
    expect(must(await compute()).matrix?.map(({ mode, percent }) => [mode, percent])).toEqual([
      ["shadow", 100],
      ["canary", 1],
      ["canary", 10],
      ["canary", 50],
      ["canary", 100],
    ]);
    expect((await comesIn()).verdict.policy_version).toBe("1");
  });

  it("in the shadow keeps what it would have found, and decides nothing", async () => {
    must(await move("shadow"));
    const { verdict, held } = await comesIn();
    expect([verdict.policy_version, verdict.tiles]).toEqual(["1", [0, 1]]);
    must(await give(stack, held, DOUBTFUL));
    // One of one picture at 0.7: the first policy marks it as well; what counts is who decided.
    const { review } = await stored(stack, held.reviewId);
    expect([review.policyVersion, review.shadowPolicy]).toEqual(["1", "strict"]);
    const kept = await evidenceOf(held.reviewId);
    expect(kept.map((one) => `${one.model} ${one.role} ${one.policyVersion}`).toSorted()).toEqual([
      "picture decides 1",
      "picture shadow strict",
      "text decides 1",
    ]);
  });

  it("in the canary decides for its part, under its own version to the end", async () => {
    must(await move("canary"));
    const { verdict, held } = await comesIn();
    expect(verdict.policy_version).toBe("strict");
    must(await give(stack, held, DOUBTFUL));
    const { review } = await stored(stack, held.reviewId);
    expect([review.state, review.policyVersion, review.shadowPolicy]).toEqual([
      "WAITING",
      "strict",
      null,
    ]);
  });

  it("loses its matrix and its traffic when the split between vendors changes", async () => {
    const two = [
      { ...JUDGES[0]!, share: 50 },
      { name: "elsewhere", share: 50, concurrency: 4, secondsPerCall: 0.5 },
    ];
    const changed = must(await change({ vendors: two }));
    expect([changed.state, changed.matrix, changed.percent]).toEqual(["DRAFT", null, 0]);
    expect(codeOf(await move("canary"))).toBe("rollout.no-matrix");
    expect((await comesIn()).verdict.policy_version).toBe("1");
    must(await compute());
    must(await move("canary"));
  });

  it("is promoted only after it was measured on a labelled set, by scores that are kept", async () => {
    expect(codeOf(await move("promote"))).toBe("rollout.no-evaluation");
    const { held } = await comesIn();
    must(await give(stack, held, DOUBTFUL));
    const ids = await copies(held.reviewId, 100);
    const labels = ids.map((reviewId, at) => ({ reviewId, harmful: at < 30 }));
    const evaluate = async (set: typeof labels) =>
      evaluateRollout(stack.deps, MODERATOR, await seen(), { ...MEANING, labels: set });
    expect(codeOf(await evaluate(labels.slice(1)))).toBe("rollout.not-representative");
    const unknown = [...labels.slice(1), { reviewId: "review_none", harmful: false }];
    expect(codeOf(await evaluate(unknown))).toBe("rollout.not-scored");
    expect(must(await evaluate(labels)).evaluation).toMatchObject({
      harmful: 30,
      harmless: 70,
      quality: { false_positives: 70, misses: 0 },
      quality_before: null,
    });
    expect(must(await move("promote")).state).toBe("PROMOTED");
    expect((await models()).current).toBe("strict");
    expect((await comesIn()).verdict.policy_version).toBe("strict");
  });

  it("taken back, leaves what is under way readable and to its own version, and counts it", async () => {
    const { held } = await comesIn();
    expect(must(await move("rollback")).state).toBe("ROLLED_BACK");
    expect((await models()).current).toBe("1");
    expect((await models()).events[0]).toMatchObject({
      action: "rollback",
      actor: MODERATOR.email,
      facts: { capacity_per_s: 16, spare_per_s: 15 },
    });
    expect((await models()).events[0]?.facts.queued).toBeGreaterThan(0);
    expect((await comesIn()).verdict.policy_version).toBe("1");
    must(await give(stack, held, DOUBTFUL));
    const { review, actions } = await stored(stack, held.reviewId);
    expect([review.policyVersion, review.state]).toEqual(["strict", "WAITING"]);
    expect(actions).toEqual(["opened", "escalate"]);
    expect(stack.problems).toEqual([]);
  });

  it("is an operator's, and nobody moves what somebody else has changed meanwhile", async () => {
    expect(codeOf(await tenant.client.getReviewModels())).toBe("request.not-found");
    const wanted = { ...SETUP, bucketBy: "tenant" as const, note: "Once more." };
    must(await createRollout(stack.deps, MODERATOR, wanted));
    const at = await seen();
    const answers = await Promise.all([1, 2].map(() => computeCapacity(stack.deps, MODERATOR, at)));
    expect(answers.map(codeOf).toSorted()).toEqual(["ok", "rollout.changed"]);
  });
});

/** As many reviews as are wanted, with the evidence of one. */
async function copies(reviewId: string, count: number): Promise<string[]> {
  const { database } = stack.deps;
  const [review] = await database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, reviewId));
  const evidence = (await evidenceOf(reviewId)).find(({ model }) => model === "picture");
  if (review === undefined || evidence === undefined) throw new Error("nothing to copy");
  const ids = Array.from({ length: count }, (_, at) => `copy_${at}`);
  const facts = { ...review, state: "PASSED" as const };
  await database
    .insert(contentReview)
    .values(ids.map((id) => ({ ...facts, id, contentVersion: `copy ${id}` })));
  const body = sql`${JSON.stringify(evidence.body)}::json`;
  await database
    .insert(reviewEvidence)
    .values(ids.map((id) => ({ ...evidence, id, reviewId: id, body })));
  return ids;
}
