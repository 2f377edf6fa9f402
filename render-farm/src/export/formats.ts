/** What the farm renders for each format: the encoders of a film, and the names of its files. */
import type { PictureCodec, SoundCodec } from "@cutroom/compiler";
import { formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";

export interface FilmCodecs {
  readonly picture: PictureCodec;
  readonly sound: SoundCodec;
  /** `video.mp4`, `video.webm`, `video.mov`. */
  readonly fileName: string;
  /** The container of its parts and of its sound, from which they are copied. */
  readonly partEnding: "mp4" | "mov";
  readonly soundEnding: "m4a" | "webm" | "wav";
}

const SOUND_ENDINGS = { aac: "m4a", opus: "webm", pcm_s16le: "wav", mp3: "m4a" } as const;

/** A GIF is made of an H.264 film, whose colours are far more than it can hold. */
export function filmCodecs(format: ExportFormat): FilmCodecs | null {
  const { media, video, audio, extension } = formatOf(format);
  if (media === "animation") return filmCodecs("mp4-h264");
  if (media !== "video" || video === null || video === "gif" || video === "png") return null;
  if (audio === null) return null;
  return {
    picture: video,
    sound: audio,
    fileName: `video.${extension}`,
    partEnding: video === "prores" ? "mov" : "mp4",
    soundEnding: SOUND_ENDINGS[audio],
  };
}
