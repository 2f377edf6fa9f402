/** Where a vendor calls back about one request: nobody can guess the address of another. */
import type { Deps } from "../../deps.ts";

const encoder = new TextEncoder();
const TOKEN_LENGTH = 32;

/** Proves that an address was made here, for this request. */
export async function callbackToken(deps: Pick<Deps, "env">, requestId: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(deps.env.AUTH_SECRET),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(`vendor-callback:${requestId}`));
  const hex = Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, TOKEN_LENGTH);
}

export async function callbackUrl(
  deps: Pick<Deps, "env">,
  of: { readonly vendor: string; readonly requestId: string },
): Promise<string> {
  const { vendor, requestId } = of;
  const token = await callbackToken(deps, requestId);
  const query = new URLSearchParams({ job: requestId, token });
  return `${deps.env.API_URL}/v1/callbacks/${vendor}?${query}`;
}
