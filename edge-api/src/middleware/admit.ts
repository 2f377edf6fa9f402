/** The first gates of every request: who is it, may it, and not too often (C4). */
import type { Endpoint } from "@cutroom/contracts";
import type { Result } from "@cutroom/timeline";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Caller, UserCaller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { refuse } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import { authenticate, isFarm } from "./authenticate.ts";
import { countRequest } from "./rate-limit.ts";

const PUBLIC_PER_MINUTE = 300;

/** Behind a proxy the first hop is the client; without one there is only one address anyway. */
function addressOf(context: Context<AppEnv>): string {
  const forwarded = context.req.header("x-forwarded-for")?.split(",")[0]?.trim();
  return context.req.header("cf-connecting-ip") ?? forwarded ?? "direct";
}

function lacksScope(row: Endpoint, caller: UserCaller): boolean {
  return row.scope !== undefined && !caller.scopes.includes(row.scope);
}

/** The caller of a row, or why there is none. Sets the RateLimit headers of the answer. */
export async function admit(
  deps: Deps,
  row: Endpoint,
  context: Context<AppEnv>,
): Promise<Result<Caller, Refusal>> {
  if (row.audience === "farm") {
    return (await isFarm(deps, context))
      ? { ok: true, value: { kind: "farm" } }
      : refuse("auth.required");
  }
  if (row.audience === "public") {
    const limited = await countRequest(deps, context, addressOf(context), PUBLIC_PER_MINUTE);
    return limited ?? { ok: true, value: { kind: "public" } };
  }
  const caller = await authenticate(deps, context);
  if (caller === null) return refuse("auth.required");
  if (row.audience === "operator") {
    const { userId, email } = caller;
    return caller.isOperator === true
      ? { ok: true, value: { kind: "operator", userId, email } }
      : refuse("request.not-found");
  }
  if (lacksScope(row, caller)) return refuse("auth.scope", { scope: row.scope ?? "" });
  const { credentialId, plan } = caller;
  const limited = await countRequest(deps, context, credentialId, plan.requestsPerMinute);
  return limited ?? { ok: true, value: caller };
}
