/** Where a request comes from, as far as the risk layer counts by it (C4). */
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { AppEnv } from "../app-env.ts";
import { COOKIE_PREFIX } from "../auth.ts";
import type { Deps } from "../deps.ts";

/** The longest that browsers keep a cookie. */
const KEPT_S = 400 * 86_400;

/**
 * The browser's own id, by a signed cookie that every signed-in browser is given; null where it
 * has none yet. It says nothing of its owner and is only read by the API.
 */
export async function deviceOf(deps: Deps, context: Context<AppEnv>): Promise<string | null> {
  const { env } = deps;
  const secure = env.API_URL.startsWith("https:");
  const name = `${secure ? "__Host-" : ""}${COOKIE_PREFIX}.device`;
  const known = await getSignedCookie(context, env.AUTH_SECRET, name);
  if (typeof known === "string") return known;
  await setSignedCookie(context, name, deps.ids.next("device"), env.AUTH_SECRET, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure,
    maxAge: KEPT_S,
  });
  return null;
}

/**
 * The caller's address by the header that the nearest proxy sets; null where none is configured:
 * any other header is whatever the caller wrote there. Of a list its last entry is the proxy's.
 */
export function addressBehindProxy(deps: Deps, context: Context<AppEnv>): string | null {
  const header = deps.env.CLIENT_IP_HEADER;
  if (header === undefined) return null;
  return context.req.header(header)?.split(",").at(-1)?.trim() ?? null;
}
