import type { PublicShare } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { playlistOf } from "./playlists.ts";
import { storedFileUrl } from "./share-files.ts";

const rung = (name: string, width: number, height: number, parts: number[]) => ({
  name,
  width,
  height,
  codecs: "avc1.64001e,mp4a.40.2",
  bandwidth: 285_382,
  map_bytes: 1_353,
  url: `https://store/tenant_1/${name}?signed`,
  parts: parts.map((bytes, at) => ({ seconds: at === 2 ? 1 : 4, bytes })),
});
const share: PublicShare = {
  title: "A day",
  width: 1280,
  height: 720,
  duration_ms: 9_000,
  media: "video",
  plays: true,
  content_type: "video/mp4",
  video_url: "https://store/v",
  poster_url: null,
  download_url: null,
  stream: [
    rung("stream-360", 640, 360, [142_691, 135_896, 34_068]),
    rung("stream-720", 1280, 720, [442_691, 435_896, 94_068]),
  ],
};

describe("the playlists of a share", () => {
  it("name every size with what a player must know to choose it (M5)", () => {
    expect(playlistOf(share, "stream.m3u8")?.split("\n").slice(3, 7)).toEqual([
      '#EXT-X-STREAM-INF:BANDWIDTH=285382,RESOLUTION=640x360,CODECS="avc1.64001e,mp4a.40.2"',
      "stream-360.m3u8",
      '#EXT-X-STREAM-INF:BANDWIDTH=285382,RESOLUTION=1280x720,CODECS="avc1.64001e,mp4a.40.2"',
      "stream-720.m3u8",
    ]);
  });

  it("list the parts as ranges of one file, without a gap and to its end", () => {
    const lines = playlistOf(share, "stream-360.m3u8")?.split("\n") ?? [];
    expect(lines).toContain("#EXT-X-TARGETDURATION:4");
    expect(lines).toContain('#EXT-X-MAP:URI="stream-360.mp4",BYTERANGE="1353@0"');
    expect(lines.filter((line) => line.startsWith("#EXT-X-BYTERANGE"))).toEqual([
      "#EXT-X-BYTERANGE:142691@1353",
      "#EXT-X-BYTERANGE:135896@144044",
      "#EXT-X-BYTERANGE:34068@279940",
    ]);
    expect(lines.at(-2)).toBe("#EXT-X-ENDLIST");
  });

  it("hold no address of the store, and lead to it only while the share stands", () => {
    for (const file of ["stream.m3u8", "stream-360.m3u8"]) {
      expect(playlistOf(share, file)).not.toContain("https://");
    }
    expect(storedFileUrl(share, "stream-720.mp4")).toBe("https://store/tenant_1/stream-720?signed");
    expect(storedFileUrl(share, "stream-9.mp4")).toBeNull();
    expect(playlistOf({ ...share, stream: null }, "stream.m3u8")).toBeNull();
    expect(playlistOf(share, "stream-9.m3u8")).toBeNull();
  });
});
