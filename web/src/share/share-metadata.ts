import type { Metadata } from "next";
import type { PublicShare } from "@cutroom/contracts";

/** Card and player for sites that unfurl links; search engines are kept out, the link is the key. */
export function shareMetadata(share: PublicShare, description: string): Metadata {
  const { title, width, height, video_url: video, poster_url: poster } = share;
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
