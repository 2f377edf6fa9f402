import { listCreditEntries } from "../usecases/ledger/list-credit-entries.ts";
import type { Routes } from "./mount.ts";

export const creditRoutes = {
  listCreditEntries: ({ deps, caller, query }) =>
    listCreditEntries(deps, caller, { before: query.before, limit: query.limit }),
} satisfies Partial<Routes>;
