/** What the editor plays: a light file on the same frame grid as the master. */
import type { IngestPlan, PicturePlan } from "./classify.ts";
import { BT709_TAGS, SCALER, toBt709 } from "./colour.ts";
import { NO_METADATA, onGrid, soundMaps, trackClock, vp9AlphaArgs } from "./master.ts";

/** The shorter side of a moving proxy, and the longer one of a still. */
const PROXY_SIDE = 360;
const STILL_SIDE = 1_280;
const GOP = "15";

/** One output of an FFmpeg run: the arguments after its inputs. */
export interface Derived {
  readonly args: readonly string[];
  readonly fileName: string;
}

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/** All sounds of a master, in its order. */
const heardStreams = (plan: IngestPlan) => soundMaps(plan.sounds, 0, (_sound, at) => `0:a:${at}`);

function movingProxy(plan: IngestPlan, picture: PicturePlan): Derived {
  const factor = Math.min(1, PROXY_SIDE / Math.min(picture.width, picture.height));
  const size = { width: even(picture.width * factor), height: even(picture.height * factor) };
  const filters = [
    ...onGrid({ ...picture, interlaced: false }, 0),
    ...toBt709(picture.colour, size, picture.hasAlpha ? "yuva420p" : "yuv420p"),
    "setsar=1",
  ];
  const seen = ["-map", "0:v:0", "-vf", filters.join(","), "-fps_mode", "passthrough"];
  const heard = heardStreams(plan);
  const streams = [...seen, ...heard, ...NO_METADATA];
  if (picture.hasAlpha) {
    const fileName = "proxy.webm";
    const sound = plan.sounds.length === 0 ? [] : ["-c:a", "libopus", "-b:a", "128k"];
    const codecs = [...vp9AlphaArgs(32), "-g", GOP, ...sound];
    return { fileName, args: [...streams, ...codecs, "-f", "webm", fileName] };
  }
  const fileName = "proxy.mp4";
  const sound = plan.sounds.length === 0 ? [] : ["-c:a", "aac", "-b:a", "128k"];
  const codec = [
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "25",
    "-tune",
    "fastdecode",
    "-profile:v",
    "main",
    "-bf",
    "0",
    "-g",
    GOP,
    "-keyint_min",
    GOP,
    "-sc_threshold",
    "0",
    "-x264-params",
    "open-gop=0",
    "-pix_fmt",
    "yuv420p",
    ...BT709_TAGS,
    "-video_track_timescale",
    trackClock(picture.rate),
  ];
  const file = ["-movflags", "+faststart", "-f", "mp4", fileName];
  return { fileName, args: [...streams, ...codec, ...sound, ...file] };
}

function stillProxy(picture: PicturePlan): Derived {
  const { width, height, hasAlpha } = picture;
  const factor = Math.min(1, STILL_SIDE / Math.max(width, height));
  const w = Math.max(1, Math.round(width * factor));
  const h = Math.max(1, Math.round(height * factor));
  const fileName = hasAlpha ? "proxy.png" : "proxy.jpg";
  const format = hasAlpha
    ? `scale=w=${w}:h=${h}:${SCALER},format=rgba`
    : `scale=w=${w}:h=${h}:out_color_matrix=bt601:out_range=pc:${SCALER},format=yuvj420p`;
  const file = ["-frames:v", "1", "-f", "image2", "-update", "1", fileName];
  const quality = hasAlpha ? [] : ["-q:v", "3"];
  const seen = ["-map", "0:v:0", "-vf", `${format},setsar=1`, ...quality];
  return { fileName, args: [...seen, ...NO_METADATA, ...file] };
}

/** H.264 (VP9 with alpha) for pictures that move, PNG or JPEG for a still, AAC for sound. */
export function proxyOutput(plan: IngestPlan): Derived {
  const { picture } = plan;
  if (picture !== null)
    return plan.kind === "image" ? stillProxy(picture) : movingProxy(plan, picture);
  const codec = [...heardStreams(plan), "-c:a", "aac", "-b:a", "160k", "-vn", ...NO_METADATA];
  const fileName = "proxy.m4a";
  return { fileName, args: [...codec, "-movflags", "+faststart", "-f", "mp4", fileName] };
}
