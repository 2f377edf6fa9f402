/** A small project that has everything the picture can have, and its media. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { secondsToFlicks } from "@cutroom/timeline";
import type { Clip, MediaFacts, ProjectDocument, Track } from "@cutroom/timeline";
import type { MediaByAsset } from "../media.ts";
import { ffmpeg } from "./bench.ts";
import { RATE, SECONDS, atRest, frameAt, mediaClip, moving } from "./clips.ts";
import { lookClips } from "./look-clips.ts";

export const SIZE = { width: 640, height: 360 };
export const FRAMES = 240;

/** Bits of the frame number, burnt in along the top: 16 px squares, lowest bit first. */
export const CODE_BITS = 10;
export const CODE_PX = 16;

function frameCode(): string {
  const bits = Array.from({ length: CODE_BITS }, (_, bit) => {
    const shown = `enable='mod(floor(n/${2 ** bit})\\,2)'`;
    return `drawbox=x=${bit * CODE_PX}:y=0:w=${CODE_PX}:h=${CODE_PX}:color=white:t=fill:${shown}`;
  });
  const ground = `drawbox=x=0:y=0:w=${CODE_BITS * CODE_PX}:h=${CODE_PX}:color=black:t=fill`;
  return [ground, ...bits].join(",");
}

/** As ingest makes proxies: H.264, a key frame every 15, no B-frames, AAC, index in front. */
function proxyArgs(name: string, picture: string, sound: string): string[] {
  const tags = "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709";
  return [
    ["-f", "lavfi", "-i", `${picture}s=640x360:r=30`],
    ["-f", "lavfi", "-i", `${sound}:sample_rate=48000:duration=${SECONDS}`],
    ["-vf", `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,${frameCode()},${tags}`],
    ["-c:v", "libx264", "-preset", "veryfast", "-crf", "25", "-tune", "fastdecode"],
    ["-bf", "0", "-g", "15", "-keyint_min", "15", "-sc_threshold", "0", "-flags", "+cgop"],
    ["-c:a", "aac", "-b:a", "96k", "-ac", "2", "-video_track_timescale", "30000"],
    ["-movflags", "+faststart", "-t", String(SECONDS), name],
  ].flat();
}

/** Two proxies with burnt-in frame numbers and a still with alpha. */
export async function makeMedia(directory: string): Promise<void> {
  await ffmpeg(directory, proxyArgs("a.mp4", "testsrc2=", "sine=frequency=440"));
  await ffmpeg(directory, proxyArgs("b.mp4", "mandelbrot=maxiter=60:", "sine=frequency=880"));
  const soft = "geq=r='X*255/W':g='Y*255/H':b=128:a='255*between(X,40,280)*between(Y,30,150)'";
  const picture = ["-f", "lavfi", "-i", "color=c=black:s=320x180:d=1,format=rgba"];
  await ffmpeg(directory, [...picture, "-vf", soft, "-frames:v", "1", "still.png"]);
}

function facts(kind: "video" | "image"): MediaFacts {
  const duration = secondsToFlicks(SECONDS);
  const video = { rate: RATE, hasAlpha: false, matrix: "bt709", range: "tv" } as const;
  if (kind === "image") {
    const still = { ...video, width: 320, height: 180, frameCount: 1, hasAlpha: true };
    return { kind, duration: 0, audio: null, video: still };
  }
  const audio = { sampleRate: 48_000, channels: 2, startsAt: 0, duration, loudnessLufs: null };
  return { kind, duration, audio, video: { ...video, ...SIZE, frameCount: SECONDS * 30 } };
}

export function mediaAt(url: string): MediaByAsset {
  const at = (kind: "video" | "image", name: string) => ({
    kind,
    facts: facts(kind),
    proxyUrl: `${url}/${name}`,
  });
  return { a: at("video", "a.mp4"), b: at("video", "b.mp4"), s: at("image", "still.png") };
}

/** By asset id. */
export const fileNames: Readonly<Record<string, string>> = {
  a: "a.mp4",
  b: "b.mp4",
  s: "still.png",
};

export async function checksums(directory: string): Promise<Record<string, string>> {
  const all = Object.entries(fileNames).map(async ([id, name]) => {
    const bytes = await readFile(join(directory, name));
    return [id, createHash("sha256").update(bytes).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

function track(id: string, kind: Track["kind"]): Track {
  return { id, kind, name: id, muted: false, solo: false, locked: false, hidden: false };
}

const titleClip: Clip = {
  kind: "text",
  id: "title",
  trackId: "titles",
  name: "title",
  start: frameAt(60),
  duration: frameAt(140),
  linkId: null,
  text: "Cutroom 剪辑",
  style: {
    size: 0.12,
    weight: 700,
    colour: "#ffffff",
    align: "center",
    lineHeight: 1.2,
    outlineColour: null,
    outlineWidth: 0,
    boxColour: "#1030a0",
    boxOpacity: 0.7,
    shadow: true,
  },
  transform: { ...atRest, y: 0.3 },
  keys: {
    y: moving([0, 0.35], [80, 0.2]),
    scale: moving([20, 1], [80, 1.3]),
  },
  opacity: 1,
  fadeIn: frameAt(10),
  fadeOut: 0,
};

function mediaClips(sum: (assetId: string) => string): Clip[] {
  return [
    mediaClip({
      id: "first",
      assetId: "a",
      checksum: sum("a"),
      sourceStart: frameAt(37),
      fadeIn: frameAt(15),
    }),
    mediaClip({
      id: "second",
      assetId: "b",
      checksum: sum("b"),
      start: frameAt(120),
      sourceStart: frameAt(61),
      speed: { n: 3, d: 2 },
    }),
    mediaClip({
      id: "turned",
      assetId: "a",
      checksum: sum("a"),
      trackId: "over",
      start: frameAt(30),
      duration: frameAt(60),
      sourceStart: frameAt(200),
      transform: { x: 0.2, y: -0.15, scale: 0.4, rotationDeg: 20 },
      opacity: 0.8,
      fadeOut: frameAt(20),
    }),
    mediaClip({
      id: "still",
      assetId: "s",
      checksum: sum("s"),
      mediaKind: "image",
      sourceDuration: null,
      trackId: "over",
      start: frameAt(150),
      duration: frameAt(60),
      transform: { x: -0.2, y: 0.2, scale: 0.5, rotationDeg: 0 },
      keys: {
        x: moving([0, -0.3], [59, 0.3]),
        rotationDeg: moving([0, 0], [40, 90]),
        opacity: moving([0, 1], [59, 0.4]),
      },
    }),
  ];
}

/**
 * 8 s: a, crossfade (frames 105 to 134), b at one and a half speed; above it a turned and
 * see-through a from frame 30 to 90, a still with alpha from 150 to 210 and a title from 60 to
 * 200, both moved by keys.
 */
export function makeDocument(sums: Readonly<Record<string, string>>): ProjectDocument {
  const sum = (id: string) => sums[id] ?? "0".repeat(64);
  const clips = [...mediaClips(sum), ...lookClips(sum), titleClip];
  return {
    schemaVersion: 1,
    settings: { ...SIZE, rate: RATE, sampleRate: 48_000, background: "#000000" },
    trackOrder: ["main", "over", "looks", "effects", "titles"],
    tracks: {
      main: track("main", "video"),
      over: track("over", "overlay"),
      looks: track("looks", "overlay"),
      effects: track("effects", "overlay"),
      titles: track("titles", "text"),
    },
    clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])),
    transitions: {
      cross: {
        id: "cross",
        kind: "crossfade",
        leftClipId: "first",
        rightClipId: "second",
        duration: frameAt(30),
      },
      clock: {
        id: "clock",
        kind: "clock",
        leftClipId: "graded",
        rightClipId: "mirrored",
        duration: frameAt(12),
      },
    },
    markers: {},
  };
}
