import type { CreditEntry } from "@cutroom/contracts";
import { forTenant, readPostings } from "@cutroom/db";
import { creditLine } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

/** What happened to the caller's credits, newest first (F143). */
export async function listCreditEntries(
  deps: Deps,
  caller: UserCaller,
  page: { readonly before?: number | undefined; readonly limit: number },
) {
  const { tenantId } = caller;
  const { limit, before = null } = page;
  // One more than is shown tells whether there is a next page.
  const found = await forTenant(deps.database, tenantId, (tx) =>
    readPostings(tx, { tenantId, before, limit: limit + 1 }),
  );
  const shown = found.slice(0, limit);
  const entries = shown.map((row): CreditEntry => {
    const { event, credits, givenBack } = creditLine(row.entries);
    return {
      id: row.id,
      at: row.at.toISOString(),
      event,
      credits,
      given_back: givenBack,
      available_after: row.availableAfter,
      task: row.task,
      reason: row.reason,
    };
  });
  return ok({ entries, next: found.length > limit ? (shown.at(-1)?.seq ?? null) : null });
}
