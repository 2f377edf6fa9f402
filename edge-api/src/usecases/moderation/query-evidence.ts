import type { EvidenceAnswer, EvidenceAsked } from "@cutroom/contracts";
import {
  asSystem,
  countQuestions,
  findEvidence,
  keepQuestion,
  listQuestions,
  readRetention,
} from "@cutroom/db";
import { EVIDENCE_QUERY_VERSION } from "@cutroom/domain/moderation";
import type { EvidenceBody } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

type PresentedBody = NonNullable<EvidenceAnswer["evidence"][number]["body"]>;

function presentBody({ scores, findings, references }: EvidenceBody): PresentedBody {
  const said =
    scores.kind === "text"
      ? { kind: scores.kind, found: { ...scores.found } }
      : {
          kind: scores.kind,
          frames: scores.frames.map(({ atMs, score }) => ({ at_ms: atMs, score: { ...score } })),
        };
  return { scores: said, findings: [...findings], references: [...references] };
}

const date = (at: string | undefined) => (at === undefined ? undefined : new Date(at));

/**
 * Answers a question about evidence (G7): one form of it, at most so many rows, at most so many
 * questions a day, and each is kept with who asked, why, and how much they were given.
 */
export function queryEvidence(deps: Deps, caller: OperatorCaller, asked: EvidenceAsked) {
  return asSystem(deps.database, async (tx) => {
    const { queriesPerDay } = await readRetention(tx);
    const before = await countQuestions(tx);
    if (before >= queriesPerDay) return refuse("evidence.budget", { limit: queriesPerDay });
    const { version, purpose, ...wanted } = asked;
    const question = Object.fromEntries(
      Object.entries(wanted).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ) as Record<string, string | number>;
    const rows = await findEvidence(tx, {
      reviewId: asked.review_id,
      modelVersion: asked.model_version,
      policyVersion: asked.policy_version,
      since: date(asked.since),
      until: date(asked.until),
      limit: asked.limit,
    });
    const given = rows.filter(({ body }) => body !== null);
    const id = deps.ids.next("question");
    await keepQuestion(tx, {
      id,
      actor: caller.email,
      queryVersion: EVIDENCE_QUERY_VERSION,
      purpose,
      question,
      rowCount: rows.length,
      sizeBytes: given.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0),
    });
    const answer: EvidenceAnswer = {
      query_id: id,
      version,
      left_today: queriesPerDay - before - 1,
      evidence: rows.map((row) => ({
        id: row.id,
        review_id: row.reviewId,
        role: row.role,
        model: row.model,
        model_version: row.modelVersion,
        policy: row.policyVersion,
        attempt: row.attempt,
        input_digest: row.inputDigest,
        size_bytes: row.bodyBytes,
        at: row.createdAt.toISOString(),
        archive_id: row.archiveId,
        body: row.body === null ? null : presentBody(row.body),
      })),
    };
    return ok(answer);
  });
}

/** Who asked for evidence, the newest first. */
export function listEvidenceQueries(deps: Deps, page: { readonly limit: number }) {
  return asSystem(deps.database, async (tx) => {
    const asked = await listQuestions(tx, page.limit);
    return ok({
      queries: asked.map((row) => ({
        id: row.id,
        at: row.createdAt.toISOString(),
        actor: row.actor,
        version: row.queryVersion,
        purpose: row.purpose,
        question: { ...row.question },
        rows: row.rowCount,
        size_bytes: row.sizeBytes,
      })),
    });
  });
}
