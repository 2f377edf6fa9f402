import { asSystem, grantCredits, openAccounts, schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** A workspace on the free plan with its first credits, owned by a new user. */
export async function openWorkspace(
  deps: Pick<Deps, "database" | "ids">,
  owner: { readonly userId: string; readonly name: string },
): Promise<{ tenantId: string }> {
  const tenantId = deps.ids.next("tenant");
  await asSystem(deps.database, async (tx) => {
    await tx.insert(schema.tenant).values({ id: tenantId, name: owner.name, plan: "free" });
    await tx.insert(schema.membership).values({ tenantId, userId: owner.userId, role: "owner" });
    await openAccounts(tx, tenantId);
    await grantCredits(tx, {
      tenantId,
      amount: planLimits.free.creditsPerMonth,
      cause: "opening",
      reason: "plan",
    });
  });
  return { tenantId };
}
