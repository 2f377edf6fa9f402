import type { Account } from "@cutroom/contracts";
import { forTenant, readBalances } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

export async function getAccount(deps: Deps, caller: UserCaller) {
  const balances = await forTenant(deps.database, caller.tenantId, (tx) =>
    readBalances(tx, caller.tenantId),
  );
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
    credits: { available: balances.available, reserved: balances.reserved },
  };
  return ok(account);
}
