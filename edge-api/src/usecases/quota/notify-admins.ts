import { forTenant, schema } from "@cutroom/db";
import { isTenantLayer } from "@cutroom/domain";
import type { QuotaRefusal } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

const { tenantNotice } = schema;
/** A storm of refusals is one line for people, and one write a minute for the database. */
const TELL_EVERY_MS = 60_000;

async function wasTold(deps: Deps, key: string): Promise<boolean> {
  try {
    return !(await deps.keyValue.set(key, "1", { ttlMs: TELL_EVERY_MS, onlyIfAbsent: true }));
  } catch {
    return false;
  }
}

/** Leaves word for the tenant's admins that a limit of the whole workspace was reached (C4). */
export async function notifyAdmins(
  deps: Deps,
  caller: UserCaller,
  refusal: QuotaRefusal,
): Promise<void> {
  const { tenantId } = caller;
  const { layer, limit, used } = refusal;
  if (!isTenantLayer(layer)) return;
  const hasWindow = layer !== "tenant.in-flight";
  const window = hasWindow ? layer.slice("tenant.".length) : "day";
  if (await wasTold(deps, `quota-told:${tenantId}:${layer}`)) return;
  await forTenant(deps.database, tenantId, (tx) =>
    tx
      .insert(tenantNotice)
      .values({
        id: deps.ids.next("notice"),
        tenantId,
        layer,
        windowStart: sql`date_trunc(${window}, now() at time zone 'utc') at time zone 'utc'`,
        limitValue: limit,
        used,
        resetsAt: hasWindow ? new Date(refusal.resetsAtMs) : null,
      })
      .onConflictDoUpdate({
        target: [tenantNotice.tenantId, tenantNotice.layer, tenantNotice.windowStart],
        set: { times: sql`${tenantNotice.times} + 1`, lastAt: sql`now()`, used, limitValue: limit },
      }),
  );
}
