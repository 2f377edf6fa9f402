import { filmstrip } from "@cutroom/contracts";
import {
  asSystem,
  endVerdict,
  filesOfContent,
  keepEvidence,
  keepScore,
  readPolicy,
  schema,
} from "@cutroom/db";
import type { ReviewRow, Transaction, VerdictFence } from "@cutroom/db";
import { retryDelayMs } from "@cutroom/domain";
import { sampleOf } from "@cutroom/domain/moderation";
import type { EvidenceRole, JudgedFrame, ReviewPolicy } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";
import { writtenEvidence } from "./write-evidence.ts";

const { contentReview } = schema;

type Held = Omit<VerdictFence, "model">;

/** Writes something under a fence, and what follows from it, in one transaction. */
async function underFence(
  deps: Deps,
  held: Held,
  write: (tx: Transaction, fence: VerdictFence) => Promise<boolean>,
) {
  const written = await asSystem(deps.database, async (tx) => {
    if (!(await write(tx, { ...held, model: "picture" }))) return false;
    const moved = await settleReview(deps, tx, held.reviewId);
    if (moved !== null) await tellOwner(tx, moved);
    return true;
  });
  return written ? ok(undefined) : refuse("lease.lost");
}

/** What a judge says of the pictures of a content. */
interface Said {
  readonly frames: readonly JudgedFrame[];
  /** sha256 of the pictures; older farms do not say, and then the content stands for them. */
  readonly inputDigest: string | undefined;
}

/** How many pictures the sheet has of which a judge was shown some, and how far apart they are. */
async function sheetOf(deps: Deps, review: ReviewRow) {
  const [file] = await filesOfContent(deps.database, review);
  const sheet = filmstrip.omit({ url: true }).safeParse(file?.filmstrip);
  return sheet.success ? sheet.data : null;
}

/** Those of the judged pictures that a policy wants to see; all of them when it cannot be told. */
function seenBy(
  policy: ReviewPolicy,
  frames: readonly JudgedFrame[],
  sheet: Awaited<ReturnType<typeof sheetOf>>,
): readonly JudgedFrame[] {
  if (sheet === null) return frames;
  const wanted = new Set(sampleOf(sheet.count, policy.frames).map((at) => at * sheet.interval_ms));
  const seen = frames.filter(({ atMs }) => atMs !== null && wanted.has(atMs));
  return seen.length === 0 ? frames : seen;
}

/** What each policy of a review sees of what was judged: first the one that decides. */
async function sightings(deps: Deps, review: ReviewRow, frames: readonly JudgedFrame[]) {
  const { policyVersion, shadowPolicy } = review;
  const shadow = shadowPolicy === null ? null : await readPolicy(deps.database, shadowPolicy);
  const policy = await readPolicy(deps.database, policyVersion);
  const sheet = shadow === null ? null : await sheetOf(deps, review);
  const see = (one: ReviewPolicy | null, role: EvidenceRole, version: string) => {
    const seen = one === null || shadow === null ? frames : seenBy(one, frames, sheet);
    const score = { kind: "picture" as const, frames: seen };
    return { role, version, score, findings: one?.find(score) ?? [] };
  };
  const decides = see(policy, "decides", policyVersion);
  return shadow === null ? [decides] : [decides, see(shadow, "shadow", shadow.version)];
}

/**
 * Takes what a judge says of a content (G5), with the evidence of it (G7). A policy that is only
 * tried leaves evidence and nothing else (G6). Nothing changes for an attempt that has lost its
 * lease to another, and saying it twice is refused as saying it late is.
 */
export async function giveVerdict(deps: Deps, held: Held, { frames, inputDigest }: Said) {
  const [review] = await deps.database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, held.reviewId));
  if (review === undefined) return refuse("lease.lost");
  const { contentVersion, assetId, tenantId } = review;
  const seen = await sightings(deps, review, frames);
  const written = seen.map(({ role, version, score, findings }) =>
    writtenEvidence(
      deps,
      {
        reviewId: review.id,
        tenantId,
        role,
        model: "picture",
        modelVersion: held.modelVersion,
        policyVersion: version,
        attempt: held.attempt,
        inputDigest: inputDigest ?? contentVersion,
      },
      {
        scores: score,
        findings,
        references: [`asset:${assetId}`, `sha256:${contentVersion}`],
      },
    ),
  );
  const evidence = written.flatMap((one) => one ?? []);
  const [decides] = seen;
  if (decides === undefined || evidence.length < seen.length) return refuse("evidence.too-large");
  return underFence(deps, held, async (tx, fence) => {
    if (!(await keepScore(tx, fence, decides.score))) return false;
    for (const one of evidence) await keepEvidence(tx, one);
    return true;
  });
}

/** An attempt that came to no verdict; `isUnknown`: or whose answer was not heard (I3). */
export function dropVerdict(
  deps: Deps,
  held: Held,
  why: { readonly isUnknown: boolean; readonly failure: string },
) {
  const pauseMs = retryDelayMs(held.attempt - 1, deps.chance());
  return underFence(deps, held, (tx, fence) => endVerdict(tx, fence, { ...why, pauseMs }));
}
