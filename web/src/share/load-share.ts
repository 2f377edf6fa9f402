import { type PublicShare, createClient } from "@cutroom/contracts";
import { cache } from "react";

export type SharePage =
  | { readonly status: "shown"; readonly share: PublicShare }
  | { readonly status: "gone" | "waiting" | "refused" | "missing" | "broken" };

/**
 * What a stranger may see of a share, asked from the API without any cookie of the visitor. One
 * request per page, however often it is asked for.
 */
export const loadShare = cache(async (apiUrl: string, token: string): Promise<SharePage> => {
  const api = createClient({
    baseUrl: apiUrl,
    fetch: (url, init) => fetch(url, { ...init, credentials: "omit", cache: "no-store" }),
  });
  const answer = await api.getPublicShare({ params: { token } });
  if (answer.ok) return { status: "shown", share: answer.value };
  if (answer.failure.code === "share.gone") return { status: "gone" };
  if (answer.failure.code === "share.in-review") return { status: "waiting" };
  if (answer.failure.code === "share.rejected") return { status: "refused" };
  // A token of the wrong form is no more a secret than one that does not exist.
  const { status } = answer.failure;
  return { status: status === 404 || status === 422 ? "missing" : "broken" };
});
