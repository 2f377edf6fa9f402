import { forTenant, schema } from "@cutroom/db";
import { grantable, makeApiKey, sha256Hex } from "@cutroom/domain";
import type { Scope } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentApiKey } from "./present-api-key.ts";

/** A key never carries more scopes than the credential that makes it. */
export async function createApiKey(
  deps: Deps,
  caller: UserCaller,
  wanted: {
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt?: string | undefined;
  },
) {
  const secret = deps.ids.secret();
  const prefix = (await sha256Hex(deps.sha256, `prefix:${secret}`)).slice(0, 8);
  const made = await makeApiKey({ prefix, secret }, deps.sha256);
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .insert(schema.apiKey)
      .values({
        id: deps.ids.next("key"),
        tenantId: caller.tenantId,
        userId: caller.userId,
        name: wanted.name,
        prefix: made.prefix,
        hash: made.hash,
        scopes: [...grantable(caller.scopes, wanted.scopes)],
        expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt),
      })
      .returning(),
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the key was not stored");
  return ok({ api_key: presentApiKey(row), secret: made.key });
}
