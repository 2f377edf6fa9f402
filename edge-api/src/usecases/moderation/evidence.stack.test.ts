import { gunzipSync } from "node:zlib";
import type { EvidenceAsked } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { changeEvidenceRetention, getEvidenceRetention } from "./change-retention.ts";
import { moveEvidence } from "./move-evidence.ts";
import { listEvidenceQueries, queryEvidence } from "./query-evidence.ts";
import { EXPLICIT, MODERATOR, MODEL_VERSION, claim, give, stored, upload } from "./review.cases.ts";

const { evidenceArchive, reviewEvidence } = schema;
let stack: Stack;
let tenant: Tenant;
let reviewId: string;
let assetId: string;
const checksum = "a".repeat(64);
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
  const asset = await upload(stack, tenant, { checksum, name: "holiday.mp4" });
  assetId = asset.id;
  const verdict = await claim(stack, "w1");
  reviewId = verdict?.review_id ?? "";
  must(await give(stack, { reviewId, workerId: "w1", attempt: 1 }, EXPLICIT));
});
afterAll(() => stack.stop());

const ask = (question: Partial<EvidenceAsked>) =>
  queryEvidence(stack.deps, MODERATOR, { version: 1, purpose: "review", limit: 50, ...question });
const retention = async () => must(await getEvidenceRetention(stack.deps));

/** Evidence that was kept so many days ago. */
async function keptBefore(days: number): Promise<string> {
  const id = stack.deps.ids.next("evidence");
  const [row] = await stack.deps.database
    .select()
    .from(reviewEvidence)
    .where(eq(reviewEvidence.model, "picture"));
  if (row === undefined) throw new Error("no evidence to copy");
  await stack.deps.database.insert(reviewEvidence).values({
    ...row,
    id,
    policyVersion: `of ${days} days ago`,
    body: sql`${JSON.stringify(row.body)}::json`,
    createdAt: sql`now() - make_interval(days => ${days})`,
  });
  return id;
}
const rowOf = async (id: string) => {
  const [row] = await stack.deps.database
    .select()
    .from(reviewEvidence)
    .where(eq(reviewEvidence.id, id));
  return row;
};

describe("evidence of a review (G7)", () => {
  it("is kept of every inference: what it was given, by which versions, what it said, and no media", async () => {
    const { evidence } = must(await ask({ review_id: reviewId }));
    expect(evidence.map(({ model, role }) => `${model} ${role}`).toSorted()).toEqual([
      "picture decides",
      "text decides",
    ]);
    const picture = evidence.find(({ model }) => model === "picture");
    expect(picture).toMatchObject({
      model_version: MODEL_VERSION,
      policy: "1",
      attempt: 1,
      input_digest: checksum,
      archive_id: null,
      body: {
        scores: { kind: "picture", frames: [{ at_ms: 0, score: EXPLICIT }] },
        findings: ["sexual"],
        references: [`asset:${assetId}`, `sha256:${checksum}`],
      },
    });
    expect(JSON.stringify(evidence)).not.toMatch(/holiday|https?:|X-Amz/iu);
  });

  it("of more than 64 KiB is refused, and with it the score", async () => {
    await upload(stack, tenant, { checksum: "b".repeat(64) });
    const verdict = await claim(stack, "w1");
    const score = { drawing: 1 / 3, hentai: 1 / 7, neutral: 1 / 9, porn: 1 / 11, sexy: 1 / 13 };
    const frames = Array.from({ length: 600 }, (_, at) => ({ at_ms: at * 1_000, score }));
    const held = { worker_id: "w1", attempt: 1, model_version: MODEL_VERSION };
    const params = { review_id: verdict?.review_id ?? "" };
    const answer = await stack.farm.giveVerdict({ params, body: { ...held, frames } });
    expect(codeOf(answer)).toBe("evidence.too-large");
    const { verdicts, review } = await stored(stack, params.review_id);
    expect(verdicts.find(({ model }) => model === "picture")?.state).toBe("RUNNING");
    expect(review.state).toBe("CHECKING");
  });

  it("never changes: the database refuses it, whoever asks", async () => {
    const change = stack.deps.database.update(reviewEvidence).set({ inputDigest: "0".repeat(64) });
    await expect(change).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/evidence/u) },
    });
  });
});

describe("questions about evidence (G7)", () => {
  it("are kept for ever: who asked for what, why, and how much they were given", async () => {
    const { query_id: id } = must(await ask({ review_id: reviewId, purpose: "appeal", limit: 1 }));
    const { queries } = must(await listEvidenceQueries(stack.deps, { limit: 10 }));
    expect(queries[0]).toMatchObject({
      id,
      actor: MODERATOR.email,
      version: 1,
      purpose: "appeal",
      question: { review_id: reviewId, limit: 1 },
      rows: 1,
    });
    expect(queries[0]?.size_bytes).toBeGreaterThan(100);
    await expect(stack.deps.database.delete(schema.evidenceQuery)).rejects.toThrow(/delete/iu);
  });

  it("are an operator's, and of a form that this version knows", async () => {
    const body = { version: 1, purpose: "audit" } as const;
    expect(codeOf(await tenant.client.queryEvidence({ body }))).toBe("request.not-found");
    expect(codeOf(await tenant.client.listEvidenceQueries())).toBe("request.not-found");
    expect(codeOf(await tenant.client.getEvidenceRetention())).toBe("request.not-found");
  });

  it("end for the day with the budget that the retention gives them", async () => {
    const { version: baseVersion } = await retention();
    const few = { queryableDays: 30, archiveDays: 180, inferencesPerDay: 1_000, queriesPerDay: 4 };
    const change = { ...few, baseVersion, note: "Only a few." };
    must(await changeEvidenceRetention(stack.deps, MODERATOR, change));
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask({ limit: 1 })));
    expect(answers.map(codeOf).toSorted()).toEqual([
      "evidence.budget",
      "evidence.budget",
      "ok",
      "ok",
    ]);
  });
});

describe("a change of retention (G7)", () => {
  it("is computed anew, refused above the budget, and made once of two at the same time", async () => {
    const { version: baseVersion, budget_per_month: budget } = await retention();
    const wanted = { archiveDays: 180, inferencesPerDay: 8_640_000, queriesPerDay: 50_000 };
    const set = (queryableDays: number) =>
      changeEvidenceRetention(stack.deps, MODERATOR, {
        ...wanted,
        queryableDays,
        baseVersion,
        note: "An audit asks for it.",
      });
    expect(codeOf(await set(90))).toBe("evidence.over-budget");
    expect((await retention()).version).toBe(baseVersion);
    const answers = await Promise.all([set(40), set(41)]);
    expect(answers.map(codeOf).toSorted()).toEqual(["evidence.changed", "ok"]);
    const now = await retention();
    expect(now.version).toBe(baseVersion + 1);
    expect(now.per_month).toBeGreaterThan(2_710);
    expect(now.per_month).toBeLessThan(budget);
  });
});

describe("evidence by its age (G7)", () => {
  it("leaves the database for an object of the store, and is destroyed with it", async () => {
    const old = await keptBefore(60);
    const ancient = await keptBefore(400);
    const [young] = must(await ask({ review_id: reviewId })).evidence;
    await moveEvidence(stack.deps);
    const moved = await rowOf(old);
    expect(moved?.body).toBeNull();
    expect(await rowOf(young?.id ?? "")).toMatchObject({ archiveId: null });
    const [archive] = await stack.deps.database
      .select()
      .from(evidenceArchive)
      .where(eq(evidenceArchive.id, moved?.archiveId ?? ""));
    expect(archive).toMatchObject({ rowCount: 2, destroyedAt: null });
    const { url } = await stack.deps.store.presignGet(archive?.storeKey ?? "", { expiresInS: 60 });
    const packed = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(packed.byteLength).toBe(archive?.sizeBytes);
    const lines = gunzipSync(packed).toString().trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([ancient, old]);
    // As if the archive's own time were over.
    await stack.deps.database
      .update(evidenceArchive)
      .set({ untilAt: sql`now() - interval '1000 days'` });
    await moveEvidence(stack.deps);
    expect(await rowOf(old)).toBeUndefined();
    expect(await stack.deps.store.head(archive?.storeKey ?? "")).toBeNull();
    const [ended] = await stack.deps.database.select().from(evidenceArchive);
    expect(ended?.destroyedAt).not.toBeNull();
    expect(stack.problems).toEqual([]);
  });
});
