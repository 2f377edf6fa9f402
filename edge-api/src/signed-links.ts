/** Links to stored objects, the only form in which media reaches a client (M5). */
import type { Deps } from "./deps.ts";

/** Long enough for an editing session; a page asks again for newer ones. */
const VIEW_S = 6 * 3_600;
const DOWNLOAD_S = 3_600;
/** For a worker: the longest deadline and some. */
const WORK_S = 2 * 3_600;

type Linking = Pick<Deps, "store" | "env">;

/**
 * The same signed query on the CDN's host: it forwards the query to the store, which checks
 * it. The path is the key below the CDN's base.
 */
function onCdn(base: string | undefined, key: string, url: string): string {
  if (base === undefined) return url;
  const path = key.split("/").map(encodeURIComponent).join("/");
  return `${base}/${path}${new URL(url).search}`;
}

export async function viewLink(deps: Linking, key: string, contentType: string): Promise<string> {
  const { url } = await deps.store.presignGet(key, { expiresInS: VIEW_S, contentType });
  return onCdn(deps.env.CDN_BASE_URL, key, url);
}

export async function viewLinkOrNull(
  deps: Linking,
  key: string | null,
  contentType: string,
): Promise<string | null> {
  return key === null ? null : viewLink(deps, key, contentType);
}

/** Makes the browser save the file under `fileName`. */
export async function downloadLink(
  deps: Linking,
  key: string,
  file: { readonly name: string; readonly contentType: string },
): Promise<{ url: string; expiresAtMs: number }> {
  const signed = await deps.store.presignGet(key, {
    expiresInS: DOWNLOAD_S,
    downloadName: file.name,
    contentType: file.contentType,
  });
  return { ...signed, url: onCdn(deps.env.CDN_BASE_URL, key, signed.url) };
}

/** For the farm, straight from the store. */
export async function workLink(deps: Linking, key: string): Promise<string> {
  return (await deps.store.presignGet(key, { expiresInS: WORK_S })).url;
}

/** Where the farm may PUT this key: by every way to the store that there is. */
export async function storeLinks(deps: Linking, key: string, contentType: string) {
  const signed = await deps.store.presignPut(key, { contentType, expiresInS: WORK_S });
  const { url, fallbackUrl } = signed;
  return fallbackUrl === null ? { url } : { url, fallback_url: fallbackUrl };
}

/** A project's name as a file name: no path, no control or reserved character (F93). */
export function fileNameOf(name: string, extension: string): string {
  const clean = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[. ]+|[. ]+$/g, "")
    .slice(0, 120);
  return `${clean === "" ? "export" : clean}.${extension}`;
}
