/** The HLS playlists of a share (RFC 8216), with addresses below its own page. Pure. */
import type { PublicShare } from "@cutroom/contracts";

type Rung = NonNullable<PublicShare["stream"]>[number];

/** The list of sizes; their playlists lie beside it. */
export function masterPlaylist(rungs: readonly Rung[]): string {
  const lines = rungs.flatMap(({ name, width, height, bandwidth, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    `${name}.m3u8`,
  ]);
  return ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", ...lines, ""].join("\n");
}

/** The parts of one size, all of them ranges of one file. */
export function mediaPlaylist({ name, map_bytes: mapBytes, parts }: Rung): string {
  let at = mapBytes;
  const lines = parts.flatMap(({ seconds, bytes }) => {
    const range = `#EXT-X-BYTERANGE:${bytes}@${at}`;
    at += bytes;
    return [`#EXTINF:${seconds.toFixed(6)},`, range, `${name}.mp4`];
  });
  const longest = Math.ceil(Math.max(...parts.map((part) => part.seconds)));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${longest}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="${name}.mp4",BYTERANGE="${mapBytes}@0"`,
    ...lines,
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/** The playlist that `file` names; null when it names none. */
export function playlistOf(share: PublicShare, file: string): string | null {
  if (share.stream === null) return null;
  if (file === "stream.m3u8") return masterPlaylist(share.stream);
  const rung = share.stream.find(({ name }) => file === `${name}.m3u8`);
  return rung === undefined ? null : mediaPlaylist(rung);
}
