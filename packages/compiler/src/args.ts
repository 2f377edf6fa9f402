/**
 * From a plan to FFmpeg arguments. This is the only place that puts names and values into
 * them: file names must match `FILE_NAME`, everything else is a number or a fixed word, so no
 * text of a user ever reaches a command line or a filter.
 */
import { muxerArgs, pictureArgs, pixelFormat, soundArgs } from "./encoders.ts";
import type { PictureCodec, PictureEncoding, SoundCodec } from "./encoders.ts";
import { Graph } from "./graph.ts";
import { pictureGraph } from "./picture-graph.ts";
import type { PlanInput, PlanRect, RenderPlan } from "./plan.ts";
import { soundGraph } from "./sound-graph.ts";

export type LowerOutput =
  | (PictureEncoding & {
      readonly kind: "film";
      /** Its ending chooses the container. */
      readonly fileName: string;
      readonly sound: SoundCodec;
      /** Sound rendered before, exactly as long as the plan; absent: from the graph. */
      readonly audioFileName?: string;
    })
  | (PictureEncoding & { readonly kind: "video-segment"; readonly fileName: string })
  | { readonly kind: "pcm"; readonly fileName: string }
  | {
      readonly kind: "frame-hashes";
      readonly fileName: string;
      readonly streams: "video" | "audio" | "both";
    }
  | { readonly kind: "frame"; readonly fileName: string; readonly format: "png" | "rgba" };

export interface LowerOptions {
  /** Server-made names by the ids of inputs and colour tables, relative to the job's directory. */
  readonly files: Readonly<Record<string, string>>;
  /** What each title's PNG covers; absent: the full frame. */
  readonly titleRects?: Readonly<Record<string, PlanRect>>;
  readonly output: LowerOutput;
}

export interface Lowered {
  readonly args: string[];
  readonly filterScript: string;
  readonly filterScriptName: string;
}

export const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{2,6}$/;
const QUIET = ["-hide_banner", "-nostdin", "-y"];

/** Demuxers by file name, forced: a playlist named .mp4 must not be opened as a playlist. */
const DEMUXERS: Readonly<Record<string, string>> = {
  mp4: "mov",
  m4a: "mov",
  mov: "mov",
  webm: "matroska",
  mkv: "matroska",
  png: "png_pipe",
  jpg: "jpeg_pipe",
  jpeg: "jpeg_pipe",
  webp: "webp_pipe",
  wav: "wav",
  flac: "flac",
  mp3: "mp3",
  ogg: "ogg",
  aac: "aac",
  gif: "gif",
  ts: "mpegts",
};

/** Throws on a name that no executor of ours makes: that is a bug, never a user's mistake. */
export function safeFileName(name: string | undefined): string {
  if (name === undefined || !FILE_NAME.test(name)) {
    throw new TypeError(`not a server-made file name: ${String(name)}`);
  }
  return name;
}

/** Of its own for every output, so that runs in one directory do not share a script. */
function scriptName(fileName: string): string {
  return safeFileName(`${safeFileName(fileName).split(".")[0]}-graph.txt`);
}

/** Arguments that open one file as what its name says, and nothing it may refer to. */
export function openArgs(fileName: string): string[] {
  const extension = safeFileName(fileName).split(".").at(-1) ?? "";
  const demuxer = DEMUXERS[extension];
  if (demuxer === undefined) throw new TypeError(`no demuxer for ${fileName}`);
  return ["-protocol_whitelist", "file", "-f", demuxer];
}

/**
 * Arguments for one FFmpeg run that renders all of `plan`: exactly `plan.frameCount` frames
 * and `plan.sampleCount` samples. Throws when a file of an input is missing or misnamed.
 */
export function lowerToFfmpeg(plan: RenderPlan, options: LowerOptions): Lowered {
  const graph = new Graph();
  const { output } = options;
  const open = (input: PlanInput, args: readonly string[]) => {
    const fileName = safeFileName(options.files[input.id]);
    const vp9Alpha = input.kind === "video" && input.hasAlpha && fileName.endsWith(".webm");
    const decoder = vp9Alpha ? ["-c:v", "libvpx-vp9"] : [];
    return graph.addInput([...openArgs(fileName), ...decoder, ...args], fileName);
  };
  const wantsPicture = output.kind !== "pcm" && !isHashOf(output, "audio");
  const wantsSound =
    output.kind === "pcm" ||
    (output.kind === "film" && output.audioFileName === undefined) ||
    (output.kind === "frame-hashes" && output.streams !== "video");
  if (wantsPicture) {
    const fileOf = (id: string) => safeFileName(options.files[id]);
    const end = pictureGraph({ graph, plan, open, fileOf, titleRects: options.titleRects ?? {} });
    graph.finish(end, lastPictureFilters(output), "v");
  }
  if (wantsSound) {
    const end = soundGraph({ graph, plan, open });
    graph.finish(end, [output.kind === "film" ? "anull" : "aformat=sample_fmts=s16"], "a");
  }
  const sound = output.kind === "film" ? output.audioFileName : undefined;
  const soundInput =
    sound === undefined ? null : graph.addInput(openArgs(sound), safeFileName(sound));
  return {
    args: [
      ...QUIET,
      ...graph.inputArgs,
      "-filter_complex_script",
      scriptName(output.fileName),
      ...(wantsPicture ? ["-map", "[v]"] : []),
      ...(wantsSound ? ["-map", "[a]"] : []),
      ...(soundInput === null ? [] : ["-map", `${soundInput}:a:0`]),
      ...outputArgs(plan, output),
      safeFileName(output.fileName),
    ],
    filterScript: graph.script(),
    filterScriptName: scriptName(output.fileName),
  };
}

function isHashOf(output: LowerOutput, streams: "audio"): boolean {
  return output.kind === "frame-hashes" && output.streams === streams;
}

function lastPictureFilters(output: LowerOutput): string[] {
  if (output.kind === "frame") {
    const format = output.format === "png" ? "rgb24" : "rgba";
    return [`scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=${format}`];
  }
  const tags = "range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709";
  const format = "picture" in output ? pixelFormat(output.picture) : "yuv420p";
  return [`format=${format}`, `setparams=${tags}`];
}

const PLAIN = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"];

function outputArgs(plan: RenderPlan, output: LowerOutput): string[] {
  // `-frames:v` closes every stream of the file as soon as the picture is complete, which cuts
  // the sound short; with sound beside it, the graph alone bounds the picture.
  const asTimed = ["-fps_mode", "passthrough"];
  const frames = [...asTimed, "-frames:v", String(plan.frameCount)];
  switch (output.kind) {
    case "film": {
      const picture = [...asTimed, ...pictureArgs(plan.rate, output)];
      return [...picture, ...soundArgs(output.sound), ...fileArgs(plan, output.fileName)];
    }
    case "video-segment": {
      const container = output.fileName.endsWith(".ts")
        ? ["-f", "mpegts"]
        : [...clockArgs(plan), "-f", output.fileName.endsWith(".mov") ? "mov" : "mp4"];
      return [...frames, ...pictureArgs(plan.rate, output), ...PLAIN, ...container];
    }
    case "pcm":
      return ["-c:a", "pcm_s16le", ...PLAIN, "-f", "wav"];
    case "frame-hashes":
      return [...(output.streams === "video" ? frames : asTimed), "-f", "framemd5"];
    case "frame":
      return output.format === "png"
        ? [...frames, "-c:v", "png", "-f", "image2pipe"]
        : [...frames, "-c:v", "rawvideo", "-f", "rawvideo"];
    default:
      return output satisfies never;
  }
}

/** Clocks that hold a frame and a sample in whole ticks, or joined segments would drift. */
function clockArgs(plan: RenderPlan): string[] {
  let track = plan.rate.n;
  while (track < 10_000) track *= 2;
  const movie = (plan.rate.n * plan.sampleRate) / greatestDivisor(plan.rate.n, plan.sampleRate);
  return ["-video_track_timescale", String(track), "-movie_timescale", String(movie)];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** No word of the source, exact clocks where the container has them, and the container. */
function fileArgs(plan: RenderPlan, fileName: string): string[] {
  const clocks = /\.(mp4|mov)$/.test(fileName) ? clockArgs(plan) : [];
  return [...clocks, ...PLAIN, ...muxerArgs(fileName)];
}

/** Arguments that encode the whole plan's PCM once, for `lowerJoin` or by itself. */
export function lowerSound(audio: string, fileName: string, codec: SoundCodec): string[] {
  const read = [...openArgs(audio), "-i", safeFileName(audio), "-map", "0:a:0"];
  return [
    ...QUIET,
    ...read,
    ...soundArgs(codec),
    ...PLAIN,
    ...muxerArgs(safeFileName(fileName)),
    fileName,
  ];
}

/**
 * The two runs that make a GIF of a rendered picture: the 256 colours that serve all of it, then
 * the pictures in them. In one run the whole film would have to wait in memory for its colours.
 */
export function lowerGif(picture: string, palette: string, fileName: string): [string[], string[]] {
  const film = [...openArgs(picture), "-i", safeFileName(picture)];
  const colours = [...openArgs(palette), "-i", safeFileName(palette)];
  const choose = ["-vf", "palettegen=stats_mode=diff", "-frames:v", "1", "-f", "image2pipe"];
  const use = "[0:v][1:v]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle[v]";
  const write = ["-map", "[v]", "-fps_mode", "passthrough", "-loop", "0", ...PLAIN, "-f", "gif"];
  return [
    [...QUIET, ...film, ...choose, "-c:v", "png", safeFileName(palette)],
    [...QUIET, ...film, ...colours, "-filter_complex", use, ...write, safeFileName(fileName)],
  ];
}

export interface LoweredJoin {
  readonly args: string[];
  readonly listScript: string;
  readonly listName: string;
}

/**
 * Arguments that put video segments end to end without encoding them again, with `audio` (the
 * whole plan's sound from `lowerSound`). Segments must come from `video-segment` runs with the same
 * quality and threads, in order.
 */
export function lowerJoin(
  plan: RenderPlan,
  join: {
    readonly segments: readonly string[];
    readonly audio: string;
    readonly fileName: string;
    readonly picture: PictureCodec;
  },
): LoweredJoin {
  const listName = "segments.txt";
  const lines = join.segments.map((name) => `file ${safeFileName(name)}`);
  return {
    args: [
      QUIET,
      ["-protocol_whitelist", "file", "-f", "concat", "-safe", "1", "-i", listName],
      openArgs(join.audio),
      ["-i", safeFileName(join.audio), "-map", "0:v:0", "-map", "1:a:0", "-c", "copy"],
      join.picture === "hevc" ? ["-tag:v", "hvc1"] : [],
      fileArgs(plan, safeFileName(join.fileName)),
      [join.fileName],
    ].flat(),
    listScript: `ffconcat version 1.0\n${lines.join("\n")}\n`,
    listName,
  };
}
