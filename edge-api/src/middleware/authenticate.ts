import { asSystem, contractColumns, schema } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import { limitsOf, readApiKey, sha256Hex } from "@cutroom/domain";
import type { Contract, PlanName, Scope } from "@cutroom/domain";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Context } from "hono";
import { getSignedCookie } from "hono/cookie";
import type { AppEnv } from "../app-env.ts";
import { COOKIE_PREFIX } from "../auth.ts";
import { ALL_SCOPES } from "../caller.ts";
import type { CallerRisk, UserCaller } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { standingColumns, standingOf } from "../usecases/risk/read-standing.ts";
import { addressBehindProxy, deviceOf } from "./risk-origin.ts";

const { apiKey, membership, riskStanding, session, tenant, tenantContract, user } = schema;
/** How stale `last_used_at` may be: not every request writes. */
const IS_STALE = sql<boolean>`coalesce(${apiKey.lastUsedAt} < now() - interval '1 minute', true)`;

function bearer(context: Context<AppEnv>): string | null {
  const match = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "");
  return match?.[1]?.trim() ?? null;
}

interface Identity {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly plan: PlanName;
  readonly contract: Contract | null;
  readonly userMadeAt: Date;
  readonly standing: Parameters<typeof standingOf>[0];
}

const identity = {
  userId: user.id,
  userName: user.name,
  email: user.email,
  tenantId: tenant.id,
  tenantName: tenant.name,
  plan: tenant.plan,
  contract: contractColumns,
  userMadeAt: user.createdAt,
  standing: standingColumns,
};
const IS_THEIR_STANDING = and(
  eq(riskStanding.tenantId, tenant.id),
  eq(riskStanding.userId, user.id),
);

type Origin = Pick<CallerRisk, "device" | "address">;

function callerOf(
  row: Identity,
  by: { readonly scopes: readonly Scope[]; readonly credentialId: string; readonly origin: Origin },
): UserCaller {
  const { contract, plan, userMadeAt, standing, ...who } = row;
  const { origin, ...credential } = by;
  const accountMadeAtMs = userMadeAt.getTime();
  const risk = { ...origin, accountMadeAtMs, standing: standingOf(standing) };
  return { ...who, ...credential, kind: "user", plan: limitsOf(plan, contract), risk };
}

async function touchKey(deps: Deps, keyId: string): Promise<void> {
  await asSystem(deps.database, (tx) =>
    tx
      .update(apiKey)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKey.id, keyId), IS_STALE)),
  );
}

/** Every request asks this, so the database plans it once for each connection. */
const prepareByHash = (database: Database) =>
  database
    .select({ ...identity, keyId: apiKey.id, scopes: apiKey.scopes, isStale: IS_STALE })
    .from(apiKey)
    .innerJoin(tenant, eq(tenant.id, apiKey.tenantId))
    .innerJoin(user, eq(user.id, apiKey.userId))
    .leftJoin(tenantContract, eq(tenantContract.tenantId, tenant.id))
    .leftJoin(riskStanding, IS_THEIR_STANDING)
    .where(
      and(
        eq(apiKey.hash, sql.placeholder("hash")),
        isNull(apiKey.revokedAt),
        or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, sql`now()`)),
      ),
    )
    .prepare("caller_by_key");
const byHash = new WeakMap<Database, ReturnType<typeof prepareByHash>>();

async function byApiKey(
  deps: Deps,
  context: Context<AppEnv>,
  key: string,
): Promise<UserCaller | null> {
  const hash = await readApiKey(key, deps.sha256);
  if (hash === null) return null;
  const query = byHash.get(deps.database) ?? prepareByHash(deps.database);
  byHash.set(deps.database, query);
  const rows = await query.execute({ hash });
  const row = rows[0];
  if (row === undefined) return null;
  const { keyId, scopes, isStale, ...who } = row;
  if (isStale) deps.defer(touchKey(deps, keyId));
  const origin = { device: null, address: addressBehindProxy(deps, context) };
  return callerOf(who, { scopes, credentialId: keyId, origin });
}

/**
 * Reads the session by one query: the cookie is signed by the sign-in library, and every
 * request would otherwise pay its four. A page of another origin cannot act for the user.
 */
async function bySession(deps: Deps, context: Context<AppEnv>): Promise<UserCaller | null> {
  const { env } = deps;
  const origin = context.req.header("origin");
  const writes = context.req.method !== "GET" && context.req.method !== "HEAD";
  if (writes && origin !== undefined && origin !== env.WEB_URL && origin !== env.API_URL) {
    return null;
  }
  const name = `${env.API_URL.startsWith("https:") ? "__Secure-" : ""}${COOKIE_PREFIX}.session_token`;
  const token = await getSignedCookie(context, env.AUTH_SECRET, name);
  if (token === undefined || token === false) return null;
  const rows = await deps.database
    .select({ ...identity, sessionId: session.id, isVerified: user.emailVerified })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .innerJoin(membership, eq(membership.userId, user.id))
    .innerJoin(tenant, eq(tenant.id, membership.tenantId))
    .leftJoin(tenantContract, eq(tenantContract.tenantId, tenant.id))
    .leftJoin(riskStanding, IS_THEIR_STANDING)
    .where(and(eq(session.token, token), gt(session.expiresAt, sql`now()`)))
    .orderBy(asc(membership.createdAt))
    .limit(1);
  const row = rows[0];
  if (row === undefined) return null;
  const { sessionId, isVerified, ...who } = row;
  // Anybody may sign up with an address that nobody has proven to be theirs.
  const isOperator = isVerified && env.OPERATOR_EMAILS.includes(who.email.toLowerCase());
  const from = {
    device: await deviceOf(deps, context),
    address: addressBehindProxy(deps, context),
  };
  const caller = callerOf(who, { scopes: ALL_SCOPES, credentialId: sessionId, origin: from });
  return { ...caller, isOperator };
}

/** The user behind an API key or a session cookie, or null. */
export async function authenticate(
  deps: Deps,
  context: Context<AppEnv>,
): Promise<UserCaller | null> {
  const key = bearer(context);
  return key === null ? bySession(deps, context) : byApiKey(deps, context, key);
}

/** Compared by digest, so that the time it takes says nothing of the token. */
export async function isFarm(deps: Deps, context: Context<AppEnv>): Promise<boolean> {
  const token = bearer(context);
  if (token === null) return false;
  const [given, wanted] = await Promise.all([
    sha256Hex(deps.sha256, token),
    sha256Hex(deps.sha256, deps.env.FARM_TOKEN),
  ]);
  return given === wanted;
}
