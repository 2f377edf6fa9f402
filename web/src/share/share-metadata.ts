import type { Metadata } from "next";
import type { PublicShare } from "@cutroom/contracts";
import { shareFilePath } from "./share-files.ts";

/** Card and player for sites that unfurl links; search engines are kept out, the link is the key. */
export function shareMetadata(token: string, share: PublicShare, description: string): Metadata {
  const { title, width, height } = share;
  const video = shareFilePath(token, "video.mp4");
  const poster = share.poster_url === null ? null : shareFilePath(token, "poster.jpg");
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
      videos: [{ url: video, type: "video/mp4", width, height }],
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
