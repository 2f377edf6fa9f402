import { type NextRequest, NextResponse } from "next/server";
import { serverEnv } from "./env.ts";
import { contentPolicy } from "./server/content-policy.ts";

/** Gives every page a content policy with its own nonce; Next puts the nonce on its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const env = serverEnv();
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
