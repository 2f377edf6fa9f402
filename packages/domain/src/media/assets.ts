/** States of a file in the library, and the content types under which bytes are served. */
export const ASSET_STATES = ["UPLOADING", "PROCESSING", "READY", "REFUSED"] as const;
export type AssetState = (typeof ASSET_STATES)[number];

export const ASSET_ORIGINS = ["upload", "export", "sample", "generated"] as const;
export type AssetOrigin = (typeof ASSET_ORIGINS)[number];

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mkv: "video/x-matroska",
  gif: "image/gif",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/flac",
};

/**
 * The type an original is stored and served under. Chosen by us from a closed list: a type
 * announced by the client could make a browser run the file as a page.
 */
export function contentTypeOf(fileName: string): string {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return TYPE_BY_EXTENSION[extension] ?? "application/octet-stream";
}

/** What ingest refuses (F-cases of the door): pixels of one frame, length, streams. */
export const INGEST_LIMITS = {
  maxPixels: 40_000_000,
  maxDurationMs: 6 * 3_600_000,
  maxStreams: 32,
} as const;
