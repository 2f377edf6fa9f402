/** Evidence of reviews (G7): written once, asked for by few, and every question kept. */
import type { EvidencePurpose, EvidenceRole, ReviewModel } from "@cutroom/domain/moderation";
import { and, count, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { evidenceQuery, evidenceRetention, reviewEvidence } from "../schema/index.ts";
import type { EvidenceRow, RetentionRow } from "../schema/index.ts";

export interface NewEvidence {
  readonly id: string;
  readonly reviewId: string;
  readonly tenantId: string;
  readonly role: EvidenceRole;
  readonly model: ReviewModel;
  readonly modelVersion: string;
  readonly policyVersion: string;
  readonly attempt: number;
  /** sha256 of exactly what the model was given. */
  readonly inputDigest: string;
  /** As `writeEvidence` wrote and measured it. */
  readonly text: string;
  readonly bytes: number;
}

/** Keeps it; an inference that is told twice is kept once. */
export async function keepEvidence(tx: Transaction, evidence: NewEvidence): Promise<void> {
  const { text, bytes, ...facts } = evidence;
  await tx
    .insert(reviewEvidence)
    .values({ ...facts, body: sql`${text}::json`, bodyBytes: bytes })
    .onConflictDoNothing();
}

/** What somebody asks for; everything that is given has to hold. */
export interface EvidenceQuestion {
  /** Stands for all rounds of its content: an appeal is decided by what was found before. */
  readonly reviewId?: string | undefined;
  readonly modelVersion?: string | undefined;
  readonly policyVersion?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
}

/** Every round of the content that a review is about, by the id of any of them. */
const roundsOfContent = (reviewId: string) => sql`(
  select round.id from content_review asked
    join content_review round using (tenant_id, content_version)
   where asked.id = ${reviewId})`;

/** The newest first. What is in the archive has no body. */
export function findEvidence(
  tx: Transaction,
  question: EvidenceQuestion,
): Promise<readonly EvidenceRow[]> {
  const { reviewId, modelVersion, policyVersion, since, until } = question;
  const of = reviewEvidence;
  return tx
    .select()
    .from(of)
    .where(
      and(
        reviewId === undefined ? undefined : inArray(of.reviewId, roundsOfContent(reviewId)),
        modelVersion === undefined ? undefined : eq(of.modelVersion, modelVersion),
        policyVersion === undefined ? undefined : eq(of.policyVersion, policyVersion),
        since === undefined ? undefined : gte(of.createdAt, since),
        until === undefined ? undefined : lt(of.createdAt, until),
      ),
    )
    .orderBy(desc(of.createdAt), desc(of.id))
    .limit(question.limit);
}

/** Questions of the last day, counted alone: nobody else asks until this transaction ends. */
export async function countQuestions(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('evidence_query'))`);
  const [row] = await tx
    .select({ asked: count() })
    .from(evidenceQuery)
    .where(sql`${evidenceQuery.createdAt} > now() - interval '1 day'`);
  return row?.asked ?? 0;
}

export interface KeptQuestion {
  readonly id: string;
  readonly actor: string;
  readonly queryVersion: number;
  readonly purpose: EvidencePurpose;
  readonly question: Readonly<Record<string, string | number>>;
  readonly rowCount: number;
  readonly sizeBytes: number;
}

export async function keepQuestion(tx: Transaction, asked: KeptQuestion): Promise<void> {
  await tx.insert(evidenceQuery).values(asked);
}

export function listQuestions(tx: Transaction, limit: number) {
  return tx
    .select()
    .from(evidenceQuery)
    .orderBy(desc(evidenceQuery.createdAt), desc(evidenceQuery.id))
    .limit(limit);
}

/** The retention that holds. */
export async function readRetention(database: Database | Transaction): Promise<RetentionRow> {
  const [row] = await database
    .select()
    .from(evidenceRetention)
    .orderBy(desc(evidenceRetention.version))
    .limit(1);
  if (row === undefined) throw new Error("migrations have set a retention");
  return row;
}

/** False, and nothing written, when somebody has set that version already. */
export async function setRetention(
  tx: Transaction,
  retention: Omit<RetentionRow, "createdAt">,
): Promise<boolean> {
  const rows = await tx
    .insert(evidenceRetention)
    .values(retention)
    .onConflictDoNothing()
    .returning({ version: evidenceRetention.version });
  return rows.length > 0;
}

/** Inferences of the last day. */
export async function countInferences(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ made: count() })
    .from(reviewEvidence)
    .where(sql`${reviewEvidence.createdAt} > now() - interval '1 day'`);
  return row?.made ?? 0;
}
