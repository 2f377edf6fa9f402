import type { Account } from "@cutroom/contracts";
import { forTenant, readBalances, schema } from "@cutroom/db";
import { CLEAR_STANDING } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentStanding } from "../risk/read-standing.ts";
import { readNotices } from "./read-notices.ts";

const { tenant } = schema;

export async function getAccount(deps: Deps, caller: UserCaller) {
  const { tenantId } = caller;
  const { balances, renewAt, notices } = await forTenant(deps.database, tenantId, async (tx) => {
    const [row] = await tx
      .select({ renewAt: tenant.creditsRenewAt })
      .from(tenant)
      .where(eq(tenant.id, tenantId));
    if (row === undefined) throw new Error("a caller without a tenant");
    return {
      balances: await readBalances(tx, tenantId),
      renewAt: row.renewAt,
      notices: await readNotices(tx, caller),
    };
  });
  const { plan } = caller;
  const account: Account = {
    user: { id: caller.userId, name: caller.userName, email: caller.email },
    tenant: { id: caller.tenantId, name: caller.tenantName },
    plan: {
      name: plan.name,
      max_in_flight: plan.maxInFlight,
      max_resolution: plan.maxResolution,
      max_upload_bytes: plan.maxUploadBytes,
      watermark: plan.watermark,
      retention_days: plan.retentionDays,
    },
    credits: {
      available: balances.available,
      reserved: balances.reserved,
      renew_at: renewAt.toISOString(),
    },
    is_operator: caller.isOperator === true,
    standing: presentStanding(caller.risk?.standing ?? CLEAR_STANDING),
    notices: [...notices],
  };
  return ok(account);
}
