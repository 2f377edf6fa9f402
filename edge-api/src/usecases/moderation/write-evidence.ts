import type { NewEvidence } from "@cutroom/db";
import { writeEvidence } from "@cutroom/domain/moderation";
import type { EvidenceBody } from "@cutroom/domain/moderation";
import type { Deps } from "../../deps.ts";

/**
 * Why an inference said what it said, ready to be kept in the transaction that keeps its score
 * (G7); null when it is larger than evidence may be, or names what it may not.
 */
export function writtenEvidence(
  deps: Deps,
  of: Omit<NewEvidence, "id" | "text" | "bytes">,
  body: EvidenceBody,
): NewEvidence | null {
  const written = writeEvidence(body);
  if (written.kind === "refused") return null;
  const { text, bytes } = written;
  return { ...of, id: deps.ids.next("evidence"), text, bytes };
}
