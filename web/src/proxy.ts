import { type NextRequest, NextResponse } from "next/server";
import { serverEnv } from "./env.ts";
import { contentPolicy } from "./server/content-policy.ts";
import { ownAddress } from "./server/loopback.ts";

/**
 * Gives every page a content policy with its own nonce, which Next puts on its scripts, and sends
 * who came by another name of this machine to the one that works.
 */
export function proxy(request: NextRequest): NextResponse {
  const env = serverEnv();
  const own = ownAddress(request.nextUrl, request.headers.get("host"), env.webUrl);
  // Next makes the `location` of a redirect relative, which would lead back to this very name.
  if (own !== null) return new NextResponse(own, { headers: { refresh: `0; url=${own}` } });
  const nonce = btoa(crypto.randomUUID());
  const policy = contentPolicy({ ...env, nonce });
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [{ source: "/((?!_next/static|_next/image|vendor/|icon.svg|healthz).*)" }],
};
