/** Arguments for what the editor loads: the proxy, the poster and the filmstrip. */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { MediaFacts } from "@cutroom/timeline";
import type { IngestPlan, PicturePlan } from "./classify.ts";
import { BT709_TAGS, SCALER, toBt709 } from "./colour.ts";
import { NO_METADATA, QUIET, onGrid, soundFilters, trackClock, vp9AlphaArgs } from "./master.ts";
import { openSource } from "./open-source.ts";
import type { MasterFile } from "./master.ts";

/** The shorter side of a moving proxy, and the longer one of a still. */
const PROXY_SIDE = 360;
const STILL_SIDE = 1_280;
const POSTER_SIDE = 640;
const TILE_WIDTH = 160;
const TILE_COLUMNS = 10;
const MAX_TILES = 300;
const GOP = "15";

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

export interface Derived {
  readonly args: string[];
  readonly fileName: string;
}

function shrunk(size: { width: number; height: number }, factor: number) {
  const by = Math.min(1, factor);
  return { width: even(size.width * by), height: even(size.height * by) };
}

function openMaster(master: MasterFile, maxPixels: number, decoder: string | null): string[] {
  return [
    ...QUIET,
    "-copyts",
    ...openSource(master.container, master.fileName, { maxPixels }, decoder),
  ];
}

function movingProxy(plan: IngestPlan, picture: PicturePlan, master: string[]): Derived {
  const size = shrunk(picture, PROXY_SIDE / Math.min(picture.width, picture.height));
  const filters = [
    ...onGrid({ ...picture, interlaced: false }, 0),
    ...toBt709(picture.colour, size, picture.hasAlpha ? "yuva420p" : "yuv420p"),
    "setsar=1",
  ];
  const seen = ["-map", "0:v:0", "-vf", filters.join(","), "-fps_mode", "passthrough"];
  const heard =
    plan.sound === null ? ["-an"] : ["-map", "0:a:0", "-af", soundFilters(plan.sound, 0).join(",")];
  if (picture.hasAlpha) {
    const fileName = "proxy.webm";
    const sound = plan.sound === null ? [] : ["-c:a", "libopus", "-b:a", "128k"];
    const codecs = [...vp9AlphaArgs(32), "-g", GOP, ...sound];
    return {
      fileName,
      args: [...master, ...seen, ...heard, ...NO_METADATA, ...codecs, "-f", "webm", fileName],
    };
  }
  const fileName = "proxy.mp4";
  const sound = plan.sound === null ? [] : ["-c:a", "aac", "-b:a", "128k"];
  const codec = [
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "25", "-tune", "fastdecode"],
    ...["-profile:v", "main", "-bf", "0", "-g", GOP, "-keyint_min", GOP, "-sc_threshold", "0"],
    ...["-x264-params", "open-gop=0", "-pix_fmt", "yuv420p", ...BT709_TAGS],
    ...["-video_track_timescale", trackClock(picture.rate)],
  ];
  const file = ["-movflags", "+faststart", "-f", "mp4", fileName];
  return {
    fileName,
    args: [...master, ...seen, ...heard, ...codec, ...sound, ...NO_METADATA, ...file],
  };
}

function stillProxy(
  picture: PicturePlan,
  master: string[],
  name: string,
  side: number,
  alpha: boolean,
): Derived {
  const { width, height } = picture;
  const factor = Math.min(1, side / Math.max(width, height));
  const w = Math.max(1, Math.round(width * factor));
  const h = Math.max(1, Math.round(height * factor));
  const fileName = alpha ? `${name}.png` : `${name}.jpg`;
  const format = alpha ? "format=rgba" : "format=rgb24,scale=out_range=pc,format=yuvj420p";
  const filters = ["-vf", `scale=w=${w}:h=${h}:${SCALER},${format},setsar=1`];
  const quality = alpha ? [] : ["-q:v", "3"];
  const file = ["-frames:v", "1", "-f", "image2", "-update", "1", fileName];
  return {
    fileName,
    args: [...master, "-map", "0:v:0", ...filters, ...quality, ...NO_METADATA, ...file],
  };
}

/** The proxy on the same frame grid as the master; m4a for sound, PNG or JPEG for a still. */
export function proxyArgs(plan: IngestPlan, master: MasterFile, maxPixels: number): Derived {
  const { picture, sound } = plan;
  const decoder = picture?.hasAlpha === true && plan.kind === "video" ? "libvpx-vp9" : null;
  const open = openMaster(master, maxPixels, decoder);
  if (picture !== null && plan.kind === "image") {
    return stillProxy(picture, open, "proxy", STILL_SIDE, picture.hasAlpha);
  }
  if (picture !== null) return movingProxy(plan, picture, open);
  const filters = sound === null ? [] : ["-af", soundFilters(sound, 0).join(",")];
  const codec = ["-map", "0:a:0", ...filters, "-c:a", "aac", "-b:a", "160k", "-vn", ...NO_METADATA];
  const file = ["-movflags", "+faststart", "-f", "mp4", "proxy.m4a"];
  return { fileName: "proxy.m4a", args: [...open, ...codec, ...file] };
}

function containerOfProxy(fileName: string): MasterFile {
  const containers = { webm: "matroska", mp4: "mov", png: "png", jpg: "jpeg" } as const;
  const extension = fileName.split(".").at(-1) as keyof typeof containers;
  return { fileName, container: containers[extension] };
}

/** One picture of the proxy, at 1 s or in the middle, whichever is first. Never for sound. */
export function posterArgs(plan: IngestPlan, proxyName: string, maxPixels: number): Derived | null {
  const { picture, kind } = plan;
  if (picture === null) return null;
  const open = openMaster(containerOfProxy(proxyName), maxPixels, null);
  if (kind === "image") return stillProxy(picture, open, "poster", POSTER_SIDE, false);
  const { n, d } = picture.rate;
  const frame = Math.min(Math.round(n / d), Math.floor((picture.frameCount - 1) / 2));
  const filters = `select=eq(n\\,${frame}),scale=out_range=pc,format=yuvj420p,setsar=1`;
  const file = ["-frames:v", "1", "-q:v", "3", "-f", "image2", "-update", "1", "poster.jpg"];
  return {
    fileName: "poster.jpg",
    args: [...open, "-map", "0:v:0", "-vf", filters, ...NO_METADATA, ...file],
  };
}

export interface Filmstrip extends Derived {
  readonly tiles: {
    readonly tile_width: number;
    readonly tile_height: number;
    readonly columns: number;
    readonly count: number;
    readonly interval_ms: number;
  };
}

/** A tile per second, or fewer for a long clip; tile `i` shows the frame at `i * interval_ms`. */
export function filmstripArgs(
  plan: IngestPlan,
  proxyName: string,
  maxPixels: number,
): Filmstrip | null {
  const { picture } = plan;
  if (picture === null || plan.kind !== "video") return null;
  const seenMs = (picture.frameCount * picture.rate.d * 1_000) / picture.rate.n;
  const intervalMs = Math.max(1_000, Math.ceil(seenMs / MAX_TILES / 1_000) * 1_000);
  const count = Math.max(1, Math.min(MAX_TILES, Math.ceil(seenMs / intervalMs - 1e-6)));
  const tileHeight = even((TILE_WIDTH * picture.height) / picture.width);
  const rows = Math.ceil(count / TILE_COLUMNS);
  const filters = [
    `fps=fps=1000/${intervalMs}:round=up:start_time=0`,
    `tpad=stop=-1:stop_mode=clone,trim=end_frame=${count}`,
    `scale=w=${TILE_WIDTH}:h=${tileHeight}:out_range=pc,format=yuvj420p,setsar=1`,
    `tile=${TILE_COLUMNS}x${rows}`,
  ];
  const open = openMaster(containerOfProxy(proxyName), maxPixels, null);
  const file = ["-frames:v", "1", "-q:v", "4", "-f", "image2", "-update", "1", "filmstrip.jpg"];
  return {
    fileName: "filmstrip.jpg",
    args: [...open, "-map", "0:v:0", "-vf", filters.join(","), ...NO_METADATA, ...file],
    tiles: {
      tile_width: TILE_WIDTH,
      tile_height: tileHeight,
      columns: TILE_COLUMNS,
      count,
      interval_ms: intervalMs,
    },
  };
}

/** The sound as raw mono samples for the peaks, and its loudness on stderr. */
export function listenArgs(
  plan: IngestPlan,
  master: MasterFile,
  maxPixels: number,
): Derived | null {
  if (plan.sound === null) return null;
  const filters = [
    ...soundFilters(plan.sound, 0),
    "ebur128=framelog=verbose",
    "pan=mono|c0=0.5*c0+0.5*c1",
    "aformat=sample_fmts=s16",
  ];
  const open = openMaster(master, maxPixels, null).map((arg) => (arg === "error" ? "info" : arg));
  const file = ["-vn", ...NO_METADATA, "-nostats", "-f", "s16le", "listen.raw"];
  return {
    fileName: "listen.raw",
    args: [...open, "-map", "0:a:0", "-af", filters.join(","), ...file],
  };
}

/** Facts are the master's; a moving proxy must hold exactly as many frames. */
export function expectedFrames(facts: MediaFacts): number | null {
  return facts.kind === "video" ? (facts.video?.frameCount ?? null) : null;
}

export const secondsOf = (flicks: number) => flicks / FLICKS_PER_SECOND;
