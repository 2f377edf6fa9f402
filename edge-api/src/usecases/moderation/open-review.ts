import { generationSpec } from "@cutroom/contracts";
import {
  insertReview,
  keepEvidence,
  noteReview,
  readPolicy,
  readStanding,
  schema,
} from "@cutroom/db";
import type { AssetRow, TaskRow, Transaction } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import { FIRST_POLICY, choosePolicy, scorePrompt } from "@cutroom/domain/moderation";
import type { ReviewPolicy, Score } from "@cutroom/domain/moderation";
import type { Deps } from "../../deps.ts";
import { settleReview } from "./settle-review.ts";
import { writtenEvidence } from "./write-evidence.ts";

const { reviewVerdict } = schema;

/** The words that came with a content: those it was made from, or what its file is called. */
function wordsOf(task: TaskRow, file: AssetRow): string {
  const spec = generationSpec.safeParse(task.spec);
  return task.scene === "generate" && spec.success ? spec.data.prompt : file.name;
}

/** Of what the words of a content were found to say: their digest, and never the words (G7). */
async function wordsEvidence(
  deps: Deps,
  of: {
    readonly reviewId: string;
    readonly file: AssetRow;
    readonly contentVersion: string;
    readonly words: string;
    readonly score: Score;
    readonly policy: ReviewPolicy;
  },
) {
  const { reviewId, file, contentVersion, words, score, policy } = of;
  const rule = policy.models.find(({ model }) => model === "text");
  if (rule === undefined) return null;
  return writtenEvidence(
    deps,
    {
      reviewId,
      tenantId: file.tenantId,
      role: "decides",
      model: "text",
      modelVersion: rule.version,
      policyVersion: policy.version,
      attempt: 1,
      inputDigest: await sha256Hex(deps.sha256, words),
    },
    {
      scores: score,
      findings: policy.find(score),
      references: [`asset:${file.id}`, `sha256:${contentVersion}`],
    },
  );
}

/**
 * Opens the review of a content that has just been prepared (G5), in the transaction that makes
 * its file ready: there is no moment at which it could be shared unseen. Bytes that the workspace
 * had before keep the review that they have. Words are judged at once, pictures by whoever claims
 * that verdict.
 */
export async function openReview(
  deps: Deps,
  tx: Transaction,
  of: { readonly task: TaskRow; readonly file: AssetRow; readonly contentVersion: string },
): Promise<void> {
  const { task, file, contentVersion } = of;
  const { tenantId } = file;
  const standing = await readStanding(tx);
  const chosen = choosePolicy(standing.current, standing.open, { tenantId, contentVersion });
  const policy = (await readPolicy(tx, chosen.decides)) ?? FIRST_POLICY;
  const reviewId = deps.ids.next("review");
  const isNew = await insertReview(tx, {
    id: reviewId,
    tenantId,
    assetId: file.id,
    contentVersion,
    round: 1,
    policyVersion: policy.version,
    shadowPolicy: chosen.shadow,
    state: "CHECKING",
    reasons: [],
    deadlineMs: policy.deadlineMs,
  });
  if (!isNew) return;
  const words = wordsOf(task, file);
  const score = { kind: "text" as const, found: scorePrompt(words).found };
  const evidence = await wordsEvidence(deps, {
    reviewId,
    file,
    contentVersion,
    words,
    score,
    policy,
  });
  if (evidence !== null) await keepEvidence(tx, evidence);
  await tx
    .insert(reviewVerdict)
    .values(
      policy.models.map(({ model, version: modelVersion }) =>
        model === "text"
          ? { reviewId, tenantId, model, modelVersion, state: "SUCCEEDED" as const, score }
          : { reviewId, tenantId, model, modelVersion, state: "READY" as const },
      ),
    );
  await noteReview(tx, {
    id: deps.ids.next("review"),
    reviewId,
    tenantId,
    action: "opened",
    actor: "policy",
  });
  await settleReview(deps, tx, reviewId);
}
