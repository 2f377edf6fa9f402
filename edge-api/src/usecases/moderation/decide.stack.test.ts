import { schema } from "@cutroom/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, exportOutcome, must, putOutput, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { decideReview } from "./decide-review.ts";
import { listReviews } from "./list-reviews.ts";
import {
  EXPLICIT,
  HARMLESS,
  MODERATOR,
  claim,
  give,
  openShare,
  prepare,
  share,
  upload,
} from "./review.cases.ts";

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
});
afterAll(() => stack.stop());

const queue = async () => must(await listReviews(stack.deps, MODERATOR, { limit: 50 })).reviews;
const decide = (reviewId: string, verdict: "approve" | "reject", note = "") =>
  decideReview(stack.deps, MODERATOR, { reviewId, verdict, note });

/** What the owner's list of links says of one of them. */
async function exposure(token: string) {
  const { shares } = must(await tenant.client.listShares({ query: {} }));
  return shares.find((row) => row.token === token)?.exposure;
}

async function judged(checksum: string, score: typeof EXPLICIT) {
  const asset = await upload(stack, tenant, { checksum: checksum.repeat(64) });
  const verdict = await claim(stack, "w1");
  const { review_id: reviewId = "", attempt = 0 } = verdict ?? {};
  must(await give(stack, { reviewId, workerId: "w1", attempt }, score));
  return { asset, reviewId };
}

describe("a film with something to review in it (G5)", () => {
  it("is shown to nobody until a person lets it, and plays for its owner all the while", async () => {
    const { asset, reviewId } = await judged("a", EXPLICIT);
    const token = await share(stack, tenant, asset);
    expect(codeOf(await openShare(stack, token))).toBe("share.in-review");
    expect(await exposure(token)).toBe("IN_REVIEW");
    const own = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(own.urls.proxy).not.toBeNull();
    const [waiting] = await queue();
    expect(waiting).toMatchObject({
      id: reviewId,
      reasons: ["sexual"],
      tenant_name: "Test",
      asset: { id: asset.id, kind: "video" },
    });
    expect(
      waiting?.models.map(({ model, mandatory, frames }) => [model, mandatory, frames.length]),
    ).toEqual([
      ["picture", true, 1],
      ["text", false, 0],
    ]);
    const decided = must(await decide(reviewId, "approve"));
    expect(decided.state).toBe("APPROVED");
    expect(codeOf(await openShare(stack, token))).toBe("ok");
    expect(await exposure(token)).toBe("SHOWN");
    expect(await queue()).toEqual([]);
  });

  it("waits also while machines look at it, and not for a file that is not in it", async () => {
    const { asset } = await judged("b", HARMLESS);
    const passed = await share(stack, tenant, asset);
    const checking = await upload(stack, tenant, { checksum: "c".repeat(64) });
    const token = await share(stack, tenant, checking);
    expect(codeOf(await openShare(stack, token))).toBe("share.in-review");
    expect(codeOf(await openShare(stack, passed))).toBe("ok");
    const verdict = await claim(stack, "w1");
    const held = { reviewId: verdict?.review_id ?? "", workerId: "w1", attempt: 1 };
    must(await give(stack, held, HARMLESS));
    expect(codeOf(await openShare(stack, token))).toBe("ok");
  });

  it("is never shown once rejected; its owner reads why, and who decided is kept for ever", async () => {
    const { asset, reviewId } = await judged("d", EXPLICIT);
    const token = await share(stack, tenant, asset);
    const position = await lastEvent();
    must(await decide(reviewId, "reject", "Not for a public page."));
    expect(codeOf(await openShare(stack, token))).toBe("share.rejected");
    expect(await exposure(token)).toBe("REJECTED");
    const own = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(own.review).toEqual({
      state: "REJECTED",
      reasons: ["sexual"],
      note: "Not for a public page.",
      appeal: null,
    });
    expect(await lastEvent()).toBeGreaterThan(position);
    const { reviewEvent } = schema;
    const [event] = await stack.deps.database
      .select()
      .from(reviewEvent)
      .where(eq(reviewEvent.action, "reject"));
    expect(event).toMatchObject({ reviewId, actor: MODERATOR.email, note: own.review?.note });
    await expect(stack.deps.database.delete(reviewEvent)).rejects.toThrow(/delete/i);
  });

  it("is decided once: the second moderator is told that somebody was faster", async () => {
    const { reviewId } = await judged("e", EXPLICIT);
    const answers = await Promise.all([
      decide(reviewId, "approve"),
      decide(reviewId, "reject", "No."),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(["ok", "review.decided"]);
    expect(codeOf(await decide("review_none", "approve"))).toBe("request.not-found");
  });

  it("is a moderator's to see, and nobody else's", async () => {
    expect(codeOf(await tenant.client.listReviews())).toBe("request.not-found");
    const params = { review_id: "any" };
    const answer = await tenant.client.decideReview({ params, body: { verdict: "approve" } });
    expect(codeOf(answer)).toBe("request.not-found");
  });
});

describe("a clip that was made here and may not be shown (G5, C6, I9)", () => {
  const lastEntry = async () => {
    const { entries } = must(await tenant.client.listCreditEntries({ query: {} }));
    return entries[0];
  };
  const balance = async () => (await lastEntry())?.available_after ?? 0;

  /** A clip of our own model for two credits, in which something was found. */
  async function generated(checksum: string) {
    const body = { prompt: "a calm sea", seed: 7, duration_ms: 10_000 };
    const idempotencyKey = `rejected-${checksum}`;
    const { task_id: taskId } = must(
      await tenant.client.createGeneration({ body, idempotencyKey }),
    );
    await stack.settle();
    const ask = { worker_id: "w1", pools: ["render" as const], limit: 8 };
    const { steps } = must(await stack.farm.claimNextStep({ body: ask }));
    const step = steps.find((one) => one.task_id === taskId);
    if (step === undefined) throw new Error("nothing to make");
    const outputs = [await putOutput(step.job, "video", new Uint8Array([7, 7, 7]))];
    const result = { ...exportOutcome, kind: "generate" as const };
    const done = { worker_id: "w1", attempt: step.attempt, outputs, result };
    must(await stack.farm.completeStep({ params: { step_id: step.step_id }, body: done }));
    await stack.settle();
    await prepare(stack, taskId, checksum.repeat(64));
    const verdict = await claim(stack, "w1");
    const { review_id: reviewId = "", attempt = 0 } = verdict ?? {};
    must(await give(stack, { reviewId, workerId: "w1", attempt }, EXPLICIT));
    return { taskId, reviewId };
  }

  it("is paid back once, in the decision's own transaction, and its owner's books say so", async () => {
    const before = await balance();
    const { taskId, reviewId } = await generated("7");
    expect(await balance()).toBe(before - 2);
    must(await decide(reviewId, "reject", "Not for a public page."));
    expect(codeOf(await decide(reviewId, "reject", "Again."))).toBe("review.decided");
    expect(await balance()).toBe(before);
    expect(await lastEntry()).toMatchObject({
      task: { id: taskId },
      event: "refunded",
      credits: 2,
    });
  });

  it("costs what it costs when it may be shown", async () => {
    const before = await balance();
    const { reviewId } = await generated("8");
    must(await decide(reviewId, "approve"));
    expect(await balance()).toBe(before - 2);
  });
});

async function lastEvent(): Promise<number> {
  const { tenantStream } = schema;
  const [row] = await stack.deps.database
    .select()
    .from(tenantStream)
    .where(eq(tenantStream.tenantId, tenant.tenantId));
  return row?.position ?? 0;
}
