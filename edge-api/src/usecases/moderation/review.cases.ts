/** What the tests of reviews share: files that come in, judges, moderators, and what they find. */
import type { Asset } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { FIRST_POLICY } from "@cutroom/domain/moderation";
import type { PictureScore } from "@cutroom/domain/moderation";
import { mediaClipFrom } from "@cutroom/timeline";
import { eq, sql } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import { must, putOutput, render, stepOf } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

const { contentReview, reviewEvent, reviewVerdict } = schema;
const FLICKS_PER_SECOND = 705_600_000;
const WORKER = { worker_id: "w1" };

export const MODERATOR: OperatorCaller = {
  kind: "operator",
  userId: "user_mod",
  email: "mod@example.com",
};

export const HARMLESS: PictureScore = { drawing: 0.1, hentai: 0, neutral: 0.9, porn: 0, sexy: 0 };
export const EXPLICIT: PictureScore = { drawing: 0, hentai: 0, neutral: 0.1, porn: 0.9, sexy: 0 };

/** The judge that the current policy asks for. */
export const MODEL_VERSION =
  FIRST_POLICY.models.find(({ model }) => model === "picture")?.version ?? "";

const FACTS = {
  kind: "video",
  duration: 2 * FLICKS_PER_SECOND,
  video: {
    width: 320,
    height: 180,
    rate: { n: 30, d: 1 },
    frameCount: 60,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
  audio: null,
} as const;
const SHEET = { tile_width: 160, tile_height: 90, columns: 10, count: 2, interval_ms: 1_000 };

/** Plays the farm for the ingest of a film that has a filmstrip. */
export async function prepare(stack: Stack, taskId: string, checksum: string): Promise<void> {
  const step = await stepOf(stack, taskId, "ingest");
  const params = { step_id: step.id };
  const claimed = must(await stack.farm.claimStep({ params, body: WORKER }));
  const outputs = await Promise.all(
    ["proxy", "poster", "filmstrip"].map((name) =>
      putOutput(claimed.job, name, new Uint8Array([1, 2, 3])),
    ),
  );
  const result = {
    kind: "ingest" as const,
    checksum,
    facts: FACTS,
    has_master: false,
    filmstrip: SHEET,
    warnings: [],
  };
  must(
    await stack.farm.completeStep({
      params,
      body: { ...WORKER, attempt: claimed.attempt, outputs, result },
    }),
  );
}

/** Uploads a film and prepares it. */
export async function upload(
  stack: Stack,
  { client }: Tenant,
  file: { readonly name?: string; readonly checksum: string },
): Promise<Asset> {
  const bytes = new Uint8Array(1_000).fill(7);
  const body = { file_name: file.name ?? "film.mp4", size_bytes: bytes.length };
  const opened = must(await client.createUpload({ body }));
  const params = { upload_id: opened.upload?.id ?? "" };
  const signed = must(await client.signUploadParts({ params, body: { part_numbers: [1] } }));
  await fetch(signed.parts[0]?.url ?? "", { method: "PUT", body: bytes });
  const { task_id: taskId, asset } = must(await client.completeUpload({ params, body: {} }));
  await stack.settle();
  await prepare(stack, taskId ?? "", file.checksum);
  return must(await client.getAsset({ params: { asset_id: asset.id } }));
}

/** Exports a film that shows this file, and makes a public link to it; its token. */
export async function share(stack: Stack, { client }: Tenant, asset: Asset): Promise<string> {
  const made = must(await client.createProject({ body: { name: "Film" } }));
  const { id: assetId, name, checksum } = asset;
  const clip = must(
    mediaClipFrom(
      { assetId, name, checksum: checksum ?? "", facts: FACTS },
      { id: "clip-1", trackId: "video-1", startFlicks: 0, rate: made.document.settings.rate },
    ),
  );
  const params = { project_id: made.id };
  const ops = [{ path: ["clips", "clip-1"], value: clip }];
  must(await client.patchProject({ params, body: { base_revision: 0, ops } }));
  const task = must(
    await client.createExport({
      body: { project_id: made.id },
      idempotencyKey: stack.deps.ids.next("key"),
    }),
  );
  await stack.settle();
  await render(stack, task.task_id);
  return must(await client.createShare({ body: { task_id: task.task_id } })).token;
}

export const openShare = (stack: Stack, token: string) =>
  stack.clientWith({}).getPublicShare({ params: { token } });

/** Claims as this worker; what it may look at, or null. */
export async function claim(stack: Stack, workerId: string) {
  const body = { worker_id: workerId, model_version: MODEL_VERSION };
  return must(await stack.farm.claimVerdict({ body })).verdict;
}

export function give(
  stack: Stack,
  held: { readonly reviewId: string; readonly workerId: string; readonly attempt: number },
  score: PictureScore,
) {
  const { reviewId, workerId, attempt } = held;
  return stack.farm.giveVerdict({
    params: { review_id: reviewId },
    body: {
      worker_id: workerId,
      attempt,
      model_version: MODEL_VERSION,
      frames: [{ at_ms: 0, score: { ...score } }],
    },
  });
}

/** As the database has them by now. */
export async function stored(stack: Stack, reviewId: string) {
  const { database } = stack.deps;
  const [review] = await database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, reviewId));
  if (review === undefined) throw new Error("no review");
  const verdicts = await database
    .select()
    .from(reviewVerdict)
    .where(eq(reviewVerdict.reviewId, reviewId));
  const events = await database
    .select()
    .from(reviewEvent)
    .where(eq(reviewEvent.reviewId, reviewId))
    .orderBy(reviewEvent.createdAt);
  return { review, verdicts, actions: events.map(({ action }) => action) };
}

/** Time goes by: every lease of a verdict has run out. */
export const leasesRunOut = (stack: Stack) =>
  stack.deps.database
    .update(reviewVerdict)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(reviewVerdict.state, "RUNNING"));

/** Time goes by: machines had all that the policy gives them. */
export const deadlinePasses = (stack: Stack, reviewId: string) =>
  stack.deps.database
    .update(contentReview)
    .set({ deadlineAt: sql`now() - interval '1 second'` })
    .where(eq(contentReview.id, reviewId));
