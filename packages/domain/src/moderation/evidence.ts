/**
 * What is kept of each inference of a review, so that somebody can be told later why (G7): scores,
 * what followed from them, and references to what was looked at. Never the media itself, and nothing
 * that opens it.
 */
import { utf8 } from "../access/digest.ts";
import type { ReviewReason } from "./review-policy.ts";
import type { Score } from "./scores.ts";

export const EVIDENCE_MAX_BYTES = 64 * 1024;

/** `shadow`: of a policy that is only tried; nothing has followed from it (G6). */
export const EVIDENCE_ROLES = ["decides", "shadow"] as const;
export type EvidenceRole = (typeof EVIDENCE_ROLES)[number];

/** The form in which questions about evidence are asked; another form is another version. */
export const EVIDENCE_QUERY_VERSION = 1;
export const EVIDENCE_PURPOSES = ["review", "appeal", "audit", "model"] as const;
export type EvidencePurpose = (typeof EVIDENCE_PURPOSES)[number];

export interface EvidenceBody {
  readonly scores: Score;
  /** What the policy found in them. */
  readonly findings: readonly ReviewReason[];
  /** `asset:ID` or `sha256:HEX`; an address or a key of the store is refused. */
  readonly references: readonly string[];
}

const REFERENCE = /^(?:asset:[\w-]{1,80}|sha256:[0-9a-f]{64})$/u;

export type Evidence =
  | { readonly kind: "kept"; readonly text: string; readonly bytes: number }
  | { readonly kind: "refused"; readonly why: "too-large" | "not-a-reference" };

/** The text under which evidence is kept, and its size; or why it is not kept. */
export function writeEvidence(body: EvidenceBody): Evidence {
  if (!body.references.every((reference) => REFERENCE.test(reference))) {
    return { kind: "refused", why: "not-a-reference" };
  }
  const text = JSON.stringify(body);
  const bytes = utf8(text).length;
  return bytes > EVIDENCE_MAX_BYTES
    ? { kind: "refused", why: "too-large" }
    : { kind: "kept", text, bytes };
}
