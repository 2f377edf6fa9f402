import type { Deps } from "./deps.ts";
import { storeLinks } from "./signed-links.ts";

type Bytes = Uint8Array<ArrayBuffer>;

async function put(url: string, body: Bytes, contentType: string): Promise<boolean> {
  try {
    const headers = { "content-type": contentType };
    const answer = await fetch(url, { method: "PUT", body, headers });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Stores bytes that are here under a key, by whichever endpoint takes them; whether all of them
 * are there.
 */
export async function storeBytes(
  deps: Deps,
  key: string,
  { bytes, contentType }: { readonly bytes: Bytes; readonly contentType: string },
): Promise<boolean> {
  const links = await storeLinks(deps, key, contentType);
  const isStored =
    (await put(links.url, bytes, contentType)) ||
    (links.fallback_url !== undefined && (await put(links.fallback_url, bytes, contentType)));
  const head = isStored ? await deps.store.head(key).catch(() => null) : null;
  return head?.sizeBytes === bytes.byteLength;
}
