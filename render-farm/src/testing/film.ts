/** Small projects for export tests: clips end to end, times in frames of a 320x180 project. */
import type { ExportJob } from "@cutroom/contracts";
import { FLICKS_PER_SECOND, framesToFlicks } from "@cutroom/timeline";
import type { Clip, MediaFacts, ProjectDocument, Track } from "@cutroom/timeline";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ObjectShelf } from "./object-shelf.ts";

export const RATE = { n: 30, d: 1 };
const AT_REST = { x: 0, y: 0, scale: 1, rotationDeg: 0 };
const frames = (count: number) => framesToFlicks(count, RATE);

export interface Asset {
  readonly id: string;
  readonly checksum: string;
  readonly facts: MediaFacts;
  readonly url: string;
  readonly sizeBytes: number;
}

/** Puts a master on the shelf. */
export async function shelve(
  shelf: ObjectShelf,
  id: string,
  path: string,
  facts: MediaFacts,
): Promise<Asset> {
  const bytes = await readFile(path);
  shelf.objects.set(`/${id}`, bytes);
  const checksum = createHash("sha256").update(bytes).digest("hex");
  return { id, checksum, facts, url: `${shelf.base}/${id}`, sizeBytes: bytes.length };
}

/** Facts of a 320x180 clip at 30 fps that needs no master. */
export function clipFacts(frameCount: number, soundSeconds: number | null): MediaFacts {
  const heard = soundSeconds === null ? null : Math.round(soundSeconds * FLICKS_PER_SECOND);
  return {
    kind: "video",
    duration: Math.max(frames(frameCount), heard ?? 0),
    video: {
      width: 320,
      height: 180,
      rate: RATE,
      frameCount,
      hasAlpha: false,
      matrix: "bt601",
      range: "tv",
    },
    audio:
      heard === null
        ? null
        : { sampleRate: 48_000, channels: 2, startsAt: 0, duration: heard, loudnessLufs: -12 },
  };
}

export interface Shot {
  readonly asset: Asset;
  readonly at: number;
  readonly length: number;
  /** Frames of the asset that are skipped. */
  readonly from?: number;
  readonly gainDb?: number;
}

export interface Film {
  readonly shots: readonly Shot[];
  /** Length in frames of a crossfade after shot `index`. */
  readonly crossfades?: Readonly<Record<number, number>>;
  readonly music?: readonly Shot[];
  readonly title?: { readonly text: string; readonly at: number; readonly length: number };
}

function shotClip(shot: Shot, id: string, trackId: string): Clip {
  const { facts } = shot.asset;
  const seen = facts.kind === "image" ? "image" : "video";
  const mediaKind = trackId === "music" ? "audio" : seen;
  return {
    kind: "media",
    id,
    trackId,
    name: id,
    linkId: null,
    mediaKind,
    start: frames(shot.at),
    duration: frames(shot.length),
    assetId: shot.asset.id,
    checksum: shot.asset.checksum,
    sourceDuration: facts.kind === "image" ? null : facts.duration,
    sourceStart: frames(shot.from ?? 0),
    speed: { n: 1, d: 1 },
    transform: AT_REST,
    opacity: 1,
    fadeIn: 0,
    fadeOut: 0,
    audio: { gainDb: shot.gainDb ?? 0, muted: false, fadeIn: 0, fadeOut: 0 },
  };
}

function titleClip(title: NonNullable<Film["title"]>): Clip {
  return {
    kind: "text",
    id: "title",
    trackId: "titles",
    name: "title",
    linkId: null,
    text: title.text,
    start: frames(title.at),
    duration: frames(title.length),
    transform: AT_REST,
    opacity: 1,
    fadeIn: frames(3),
    fadeOut: 0,
    style: {
      size: 0.2,
      weight: 700,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.2,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: false,
    },
  };
}

export function filmDocument(film: Film): ProjectDocument {
  const clips = [
    ...film.shots.map((shot, index) => shotClip(shot, `shot${index}`, "picture")),
    ...(film.music ?? []).map((shot, index) => shotClip(shot, `music${index}`, "music")),
    ...(film.title === undefined ? [] : [titleClip(film.title)]),
  ];
  const track = (id: string, kind: Track["kind"]): Track => ({
    id,
    kind,
    name: id,
    muted: false,
    solo: false,
    locked: false,
    hidden: false,
  });
  return {
    schemaVersion: 1,
    settings: { width: 320, height: 180, rate: RATE, sampleRate: 48_000, background: "#000000" },
    trackOrder: ["picture", "titles", "music"],
    tracks: {
      picture: track("picture", "video"),
      titles: track("titles", "text"),
      music: track("music", "audio"),
    },
    clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])),
    transitions: Object.fromEntries(
      Object.entries(film.crossfades ?? {}).map(([index, length]) => [
        `fade${index}`,
        {
          id: `fade${index}`,
          kind: "crossfade" as const,
          duration: frames(length),
          leftClipId: `shot${index}`,
          rightClipId: `shot${Number(index) + 1}`,
        },
      ]),
    ),
    markers: {},
  };
}

export function filmJob(shelf: ObjectShelf, film: Film): ExportJob {
  const used = [...film.shots, ...(film.music ?? [])].map((shot) => shot.asset);
  return {
    kind: "export",
    project_id: "p",
    revision: 1,
    watermark: false,
    document: filmDocument(film),
    spec: { format: "mp4-h264", resolution: 360, quality: "draft", captions: "burn" },
    assets: [...new Map(used.map((asset) => [asset.id, asset])).values()].map((asset) => ({
      asset_id: asset.id,
      checksum: asset.checksum,
      facts: asset.facts,
      url: asset.url,
      size_bytes: asset.sizeBytes,
    })),
    outputs: [
      { name: "video", url: `${shelf.base}/out/video`, content_type: "video/mp4" },
      { name: "poster", url: `${shelf.base}/out/poster`, content_type: "image/jpeg" },
    ],
  };
}
