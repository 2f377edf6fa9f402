import type { Metadata } from "next";
import type { PublicShare } from "@cutroom/contracts";
import { shareFilePath } from "./share-files.ts";

/**
 * Card and player for sites that unfurl links; search engines are kept out, the link is the key.
 * Addresses are absolute where `webUrl` is known: Open Graph asks for it, and Next completes
 * those of images only.
 */
export function shareMetadata(
  token: string,
  share: PublicShare,
  words: { readonly description: string; readonly webUrl: string | undefined },
): Metadata {
  const { title, width, height } = share;
  const { description, webUrl = "" } = words;
  // Some sites unfurl only what is called .mp4.
  const file = share.content_type === "video/mp4" ? "video.mp4" : "video";
  const video = `${webUrl}${shareFilePath(token, file)}`;
  const poster =
    share.poster_url === null ? null : `${webUrl}${shareFilePath(token, "poster.jpg")}`;
  return {
    title: { absolute: title },
    description,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    openGraph: {
      type: "video.other",
      siteName: "Cutroom",
      title,
      description,
      ...(share.media === "video" && share.plays
        ? { videos: [{ url: video, type: share.content_type, width, height }] }
        : {}),
      ...(poster === null ? {} : { images: [{ url: poster, width, height, alt: title }] }),
    },
    twitter: {
      card: poster === null ? "summary" : "summary_large_image",
      title,
      description,
      ...(poster === null ? {} : { images: [poster] }),
    },
  };
}
