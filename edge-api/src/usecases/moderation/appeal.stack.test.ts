import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { schema } from "@cutroom/db";
import { EVIDENCE_QUERY_VERSION } from "@cutroom/domain/moderation";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperatorCaller } from "../../caller.ts";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { deliverOne } from "../notification/deliver-notifications.ts";
import { pushUndelivered } from "../notification/push-undelivered.ts";
import { decideReview } from "./decide-review.ts";
import { listReviews } from "./list-reviews.ts";
import { queryEvidence } from "./query-evidence.ts";
import {
  EXPLICIT,
  HARMLESS,
  MODERATOR,
  claim,
  give,
  openShare,
  share,
  upload,
} from "./review.cases.ts";

const { user, webhookDelivery } = schema;
const SECOND: OperatorCaller = { ...MODERATOR, userId: "user_mod2", email: "second@example.com" };
const WORDS = "It is a statue in a museum.";

/** A receiver of webhooks whose answer a test sets. */
const receiver = { status: 204, heard: [] as { signature: string; body: string }[] };
const server = createServer((asked, answering) => {
  const chunks: Buffer[] = [];
  asked.on("data", (chunk: Buffer) => chunks.push(chunk));
  asked.on("end", () => {
    const signature = String(asked.headers["webhook-signature"]);
    receiver.heard.push({ signature, body: Buffer.concat(chunks).toString("utf8") });
    answering.writeHead(receiver.status).end();
  });
});

let stack: Stack;
let tenant: Tenant;
let digit = 0;
beforeAll(async () => {
  stack = await startStack({
    WEBHOOK_ALLOW_PRIVATE: "1",
    OPERATOR_EMAILS: `${MODERATOR.email}, Second@example.com`,
  });
  tenant = await stack.tenant();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stack.stop();
});

const queue = async (caller = MODERATOR) =>
  must(await listReviews(stack.deps, caller, { limit: 50 })).reviews;
const decide = (reviewId: string, verdict: "approve" | "reject", note = "", by = MODERATOR) =>
  decideReview(stack.deps, by, { reviewId, verdict, note });
const appeal = (assetId: string, { client } = tenant, words = WORDS) =>
  client.appealReview({ params: { asset_id: assetId }, body: { words } });
const addReviewer = ({ userId: id, email }: OperatorCaller, emailVerified = true) =>
  stack.deps.database.insert(user).values({ id, name: id, email, emailVerified });

async function judged(score = EXPLICIT) {
  digit += 1;
  const asset = await upload(stack, tenant, { checksum: digit.toString(16).repeat(64) });
  const { review_id: reviewId = "", attempt = 0 } = (await claim(stack, "w1")) ?? {};
  must(await give(stack, { reviewId, workerId: "w1", attempt }, score));
  return { asset, reviewId };
}

async function rejected() {
  const one = await judged();
  must(await decide(one.reviewId, "reject", "A nude."));
  return one;
}

describe("an appeal of an owner (G5)", () => {
  it("puts what was rejected before a person again, once, and stays closed until they decide", async () => {
    const { asset, reviewId } = await rejected();
    const token = await share(stack, tenant, asset);
    const answers = await Promise.all([appeal(asset.id), appeal(asset.id)]);
    expect(answers.map(codeOf).toSorted()).toEqual(["ok", "review.appealed"]);
    expect(codeOf(await openShare(stack, token))).toBe("share.in-review");
    const [again] = await queue();
    expect(again).toMatchObject({ round: 2, reasons: ["appeal", "sexual"], appeal: WORDS });
    expect(again?.id).not.toBe(reviewId);
    // Whoever decides sees what models and the first reviewer said.
    expect(again?.models.map(({ frames }) => frames.length)).toEqual([1, 0]);
    expect(again?.history.map(({ action, actor }) => [action, actor])).toEqual([
      ["opened", "policy"],
      ["escalate", "policy"],
      ["reject", MODERATOR.email],
      ["appeal", `${tenant.userId}@example.com`],
    ]);
    must(await decide(again?.id ?? "", "approve", "You are right."));
    expect(codeOf(await openShare(stack, token))).toBe("ok");
    const own = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(own.review).toMatchObject({
      state: "APPROVED",
      note: "You are right.",
      appeal: WORDS,
    });
    expect(codeOf(await appeal(asset.id))).toBe("review.appealed");
  });

  it("is not spent while a person is still to decide: it is there once they have", async () => {
    const { asset, reviewId } = await judged();
    expect(codeOf(await appeal(asset.id))).toBe("review.undecided");
    must(await decide(reviewId, "reject", "No."));
    const own = must(await appeal(asset.id));
    expect(own.review).toMatchObject({ state: "WAITING", appeal: WORDS });
    expect(codeOf(await appeal(asset.id))).toBe("review.appealed");
  });

  it("comes with all that was found in the content: evidence asked for by its review is that of every round (G7)", async () => {
    const { asset, reviewId } = await rejected();
    must(await appeal(asset.id));
    const again = (await queue()).find((one) => one.asset.id === asset.id);
    const asked = { version: EVIDENCE_QUERY_VERSION, purpose: "appeal", limit: 50 } as const;
    const answer = must(
      await queryEvidence(stack.deps, MODERATOR, { ...asked, review_id: again?.id }),
    );
    expect(again?.id).not.toBe(reviewId);
    expect(new Set(answer.evidence.map((one) => one.review_id))).toEqual(new Set([reviewId]));
  });

  it("is refused for what nobody holds, what is not theirs, and without words", async () => {
    const { asset } = await judged(HARMLESS);
    expect(codeOf(await appeal(asset.id))).toBe("review.not-held");
    const held = await rejected();
    expect(codeOf(await appeal(held.asset.id, await stack.tenant()))).toBe("request.not-found");
    expect(codeOf(await appeal(held.asset.id, tenant, "No!"))).toBe("request.invalid");
    const reader = await stack.tenant({ scopes: ["assets:read"] });
    expect(codeOf(await appeal(held.asset.id, reader))).toBe("auth.scope");
  });

  it("is decided by another reviewer than the first as soon as there is one", async () => {
    const { asset } = await rejected();
    must(await appeal(asset.id));
    const [again] = await queue();
    expect(again?.is_for_another).toBe(false);
    await addReviewer(SECOND, false);
    expect((await queue())[0]?.is_for_another).toBe(false);
    await stack.deps.database
      .update(user)
      .set({ emailVerified: true })
      .where(eq(user.id, SECOND.userId));
    expect((await queue())[0]?.is_for_another).toBe(true);
    expect(codeOf(await decide(again?.id ?? "", "approve"))).toBe("review.same-reviewer");
    expect((await queue(SECOND))[0]?.is_for_another).toBe(false);
    must(await decide(again?.id ?? "", "approve", "", SECOND));
  });
});

describe("what a reviewer decides", () => {
  it("is sent signed to every webhook, with its reason and without who decided, until it arrives (C12, G5)", async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    must(await tenant.client.createWebhook({ body: { url } }));
    const { asset, reviewId } = await judged();
    receiver.status = 503;
    must(await decide(reviewId, "reject", "A nude."));
    const [message] = await stack.deps.database
      .select()
      .from(webhookDelivery)
      .where(eq(webhookDelivery.event, "review.decided"));
    const id = message?.id ?? "";
    await deliverOne(stack.deps, id);
    expect(receiver.heard.at(-1)?.signature).toMatch(/^v1,/);
    const heard = JSON.parse(receiver.heard.at(-1)?.body ?? "");
    expect(heard).toMatchObject({
      type: "review.decided",
      data: {
        asset_ids: [asset.id],
        round: 1,
        state: "REJECTED",
        note: "A nude.",
        appealed: false,
      },
    });
    expect(JSON.stringify(heard)).not.toContain(MODERATOR.email);
    // It rests first, and is pushed again when that is over.
    expect(await pushUndelivered(stack.deps)).toBe(0);
    await stack.deps.database
      .update(webhookDelivery)
      .set({ nextAt: sql`now() - interval '2 minutes'` })
      .where(eq(webhookDelivery.id, id));
    receiver.status = 204;
    expect(await pushUndelivered(stack.deps)).toBe(1);
    await deliverOne(stack.deps, id);
    const { webhooks } = must(await tenant.client.listWebhooks());
    expect(webhooks[0]?.last_delivery).toMatchObject({
      event: "review.decided",
      state: "DELIVERED",
      task_id: null,
      attempts: 2,
    });
  });
});
