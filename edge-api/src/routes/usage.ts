import { listSpenders, listTenantCost, listUsageCost } from "../usecases/ledger/list-usage-cost.ts";
import type { Routes } from "./mount.ts";

export const usageRoutes = {
  listUsageCost: ({ deps, caller, query }) => listUsageCost(deps, caller, query),
  listTenantCost: ({ deps, params, query }) =>
    listTenantCost(deps, { tenantId: params.tenant_id, userId: query.user_id }, query),
  listSpenders: ({ deps, query }) => listSpenders(deps, query),
} satisfies Partial<Routes>;
