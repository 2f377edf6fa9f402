/** What a person should know of a file that was accepted; the web app says each in words. */
export const INGEST_WARNINGS = [
  "decode-errors",
  "variable-frame-rate",
  "frame-rate-reduced",
  "deinterlaced",
  "tone-mapped",
  "downmixed-to-stereo",
  "other-audio-tracks-ignored",
  "subtitles-ignored",
  "sound-not-decodable",
  "silent",
] as const;
export type IngestWarning = (typeof INGEST_WARNINGS)[number];
