import type { PublicShare } from "@cutroom/contracts";

/**
 * Addresses of a share's files below its own page. They stay good while the link does: each use
 * is sent on to a fresh signed address of the store, so that a page that stays open, a card that
 * is unfurled later and a revoked link all do what they should, and no page shows store keys.
 */
export const SHARE_FILES = [
  "video",
  "video.mp4",
  "poster.jpg",
  "filmstrip.jpg",
  "download",
] as const;
export type ShareFile = (typeof SHARE_FILES)[number];

export function shareFilePath(token: string, file: ShareFile): string {
  return `/s/${encodeURIComponent(token)}/${file}`;
}

/** The store's address of one file; null when the share does not give it out. */
export function storedFileUrl(share: PublicShare, file: string): string | null {
  const urls: Readonly<Record<ShareFile, string | null>> = {
    video: share.video_url,
    // The name by which cards know an MP4.
    "video.mp4": share.video_url,
    "poster.jpg": share.poster_url,
    "filmstrip.jpg": share.filmstrip?.url ?? null,
    download: share.download_url,
  };
  const rung = share.stream?.find(({ name }) => file === `${name}.mp4`);
  if (rung !== undefined) return rung.url;
  return SHARE_FILES.some((name) => name === file) ? urls[file as ShareFile] : null;
}
