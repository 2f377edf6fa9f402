/** Signing in to a started product without a browser. */
import { type Client, createClient } from "@cutroom/contracts";
import type { Product } from "./product.ts";

/** A client with the demo user's session. */
export async function demoClient(product: Product): Promise<Client> {
  const response = await fetch(`${product.apiUrl}/auth/demo`, {
    method: "POST",
    headers: { origin: product.webUrl },
  });
  if (!response.ok)
    throw new Error(`the demo sign-in answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return createClient({
    baseUrl: product.apiUrl,
    fetch,
    headers: { cookie, origin: product.webUrl },
  });
}

/** A fresh API key with all scopes. */
export async function demoApiKey(product: Product): Promise<string> {
  const made = await (await demoClient(product)).createApiKey({ body: { name: "test" } });
  if (!made.ok) throw new Error(`no API key: ${made.failure.code}`);
  return made.value.secret;
}
