import { serverEnv } from "../../../../env.ts";
import { loadShare } from "../../../../share/load-share.ts";
import { playlistOf } from "../../../../share/playlists.ts";
import { storedFileUrl } from "../../../../share/share-files.ts";

const STATUS = { gone: 410, waiting: 409, refused: 403, missing: 404, broken: 503 } as const;

/** Sends a visitor on to the store, as long as the link stands. */
export async function GET(
  _request: Request,
  context: { readonly params: Promise<{ token: string; file: string }> },
): Promise<Response> {
  const { token, file } = await context.params;
  const page = await loadShare(serverEnv().apiUrl, token);
  const headers = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  if (page.status !== "shown") return new Response(null, { status: STATUS[page.status], headers });
  const playlist = playlistOf(page.share, file);
  if (playlist !== null) {
    const type = "application/vnd.apple.mpegurl";
    return new Response(playlist, { headers: { ...headers, "content-type": type } });
  }
  const location = storedFileUrl(page.share, file);
  if (location === null) return new Response(null, { status: 404, headers });
  return new Response(null, { status: 307, headers: { ...headers, location } });
}
