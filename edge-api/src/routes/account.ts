import { dismissNotice } from "../usecases/account/dismiss-notice.ts";
import { getAccount } from "../usecases/account/get-account.ts";
import { createApiKey } from "../usecases/api-key/create-api-key.ts";
import { listApiKeys } from "../usecases/api-key/list-api-keys.ts";
import { revokeApiKey } from "../usecases/api-key/revoke-api-key.ts";
import type { Routes } from "./mount.ts";

export const accountRoutes = {
  getAccount: ({ deps, caller }) => getAccount(deps, caller),
  dismissNotice: ({ deps, caller, params }) => dismissNotice(deps, caller, params.notice_id),
  listApiKeys: ({ deps, caller }) => listApiKeys(deps, caller),
  createApiKey: ({ deps, caller, body }) =>
    createApiKey(deps, caller, {
      name: body.name,
      scopes: body.scopes,
      expiresAt: body.expires_at,
    }),
  revokeApiKey: ({ deps, caller, params }) => revokeApiKey(deps, caller, params.api_key_id),
} satisfies Partial<Routes>;
