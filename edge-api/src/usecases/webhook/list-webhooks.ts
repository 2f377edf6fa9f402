import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentWebhook } from "./present-webhook.ts";

const { webhook } = schema;

export async function listWebhooks(deps: Deps, { tenantId }: UserCaller) {
  const rows = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .select()
      .from(webhook)
      .where(and(eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)))
      .orderBy(asc(webhook.createdAt)),
  );
  return ok({ webhooks: rows.map(presentWebhook) });
}
