import { forTenant, schema } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import { decidePrompt, scorePrompt } from "@cutroom/domain/moderation";
import type { PromptDecision } from "@cutroom/domain/moderation";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

const { promptDecision, promptScore } = schema;

/**
 * Judges words before they cost anything (G5): a vendor charges for what it refuses. Score and
 * decision are kept by the digest of the words, which stay where they are.
 */
export async function moderatePrompt(
  deps: Deps,
  caller: UserCaller,
  text: string,
): Promise<PromptDecision> {
  const score = scorePrompt(text);
  const decision = decidePrompt(score);
  const { tenantId } = caller;
  const digest = await sha256Hex(deps.sha256, text);
  const at = { tenantId, digest, wordsVersion: score.version };
  await forTenant(deps.database, tenantId, async (tx) => {
    await tx
      .insert(promptScore)
      .values({ ...at, found: score.found })
      .onConflictDoNothing();
    await tx
      .insert(promptDecision)
      .values({ ...at, ...decision, reasons: [...decision.reasons] })
      .onConflictDoNothing();
  });
  return decision;
}
