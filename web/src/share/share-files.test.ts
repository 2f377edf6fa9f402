import type { PublicShare } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { shareFilePath, storedFileUrl } from "./share-files.ts";
import { shareMetadata } from "./share-metadata.ts";

const share: PublicShare = {
  title: "A day",
  width: 1280,
  height: 720,
  duration_ms: 15_000,
  media: "video",
  content_type: "video/webm",
  plays: true,
  video_url: "https://store/tenant_1/video.mp4?signed",
  poster_url: "https://store/tenant_1/poster.jpg?signed",
  download_url: null,
  stream: null,
};

describe("what a share gives to a stranger", () => {
  it("a download that is not allowed has no address, and neither has anything else", () => {
    expect(storedFileUrl(share, "video.mp4")).toBe(share.video_url);
    expect(storedFileUrl(share, "download")).toBeNull();
    expect(storedFileUrl(share, "filmstrip.jpg")).toBeNull();
    expect(storedFileUrl(share, "toString")).toBeNull();
    expect(storedFileUrl(share, "../video.mp4")).toBeNull();
  });

  it("a token cannot leave the share's own path", () => {
    expect(shareFilePath("a/../b", "video.mp4")).toBe("/s/a%2F..%2Fb/video.mp4");
  });

  it("the card names the video, its size and poster by absolute addresses, and shows no key of the store", () => {
    const card = JSON.stringify(
      shareMetadata("tok", share, { description: "Video, 0:15", webUrl: "https://cut.example" }),
    );
    expect(card).toContain("https://cut.example/s/tok/video");
    expect(card).toContain("video/webm");
    expect(card).toContain("https://cut.example/s/tok/poster.jpg");
    expect(card).toContain("summary_large_image");
    expect(card).not.toContain("tenant_1");
  });

  it("a card names no player for what a browser may not play", () => {
    const words = { description: "", webUrl: undefined };
    const master = { ...share, content_type: "video/quicktime", plays: false };
    expect(JSON.stringify(shareMetadata("tok", master, words))).not.toContain("quicktime");
  });

  it("without a poster the card is the small one", () => {
    const card = JSON.stringify(
      shareMetadata("tok", { ...share, poster_url: null }, { description: "", webUrl: undefined }),
    );
    expect(card).not.toContain("poster.jpg");
    expect(card).toContain('"card":"summary"');
  });
});
