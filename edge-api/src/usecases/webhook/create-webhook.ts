import { forTenant, schema } from "@cutroom/db";
import { refuseCallTarget } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, count, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { seal } from "../../seal.ts";
import { presentWebhook } from "./present-webhook.ts";

const { webhook } = schema;
const MOST = 10;
const SECRET_BYTES = 24;

/** A fresh signing secret as Standard Webhooks writes them. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** From now on the end of every task is told there. The secret is shown this once. */
export async function createWebhook(deps: Deps, caller: UserCaller, url: string) {
  const { tenantId } = caller;
  const reason = refuseCallTarget(new URL(url), deps.env.WEBHOOK_ALLOW_PRIVATE === "1");
  if (reason !== null) return refuse("webhook.address", { reason });
  const secret = makeSecret();
  const sealedSecret = await seal(deps, "webhook-secret", secret);
  return forTenant(deps.database, tenantId, async (tx) => {
    const [present] = await tx
      .select({ count: count() })
      .from(webhook)
      .where(and(eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)));
    if ((present?.count ?? 0) >= MOST) return refuse("webhook.too-many", { limit: MOST });
    const [row] = await tx
      .insert(webhook)
      .values({ id: deps.ids.next("hook"), tenantId, url, sealedSecret })
      .returning();
    if (row === undefined) throw new Error("the webhook was not stored");
    return ok({ webhook: presentWebhook(row, null), secret });
  });
}
