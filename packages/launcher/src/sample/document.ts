/** The edit that a newcomer finds: three landscapes, crossfades, two titles, music. */
import type { Asset } from "@cutroom/contracts";
import { framesToFlicks } from "@cutroom/timeline";
import type {
  MediaClip,
  ProjectDocument,
  Rate,
  TextClip,
  Track,
  TrackKind,
} from "@cutroom/timeline";

const RATE: Rate = { n: 30, d: 1 };
const at = (frames: number) => framesToFlicks(frames, RATE);
const CENTRED = { x: 0, y: 0, scale: 1, rotationDeg: 0 };

function track(id: string, kind: TrackKind, name: string): Track {
  return { id, kind, name, muted: false, solo: false, locked: false, hidden: false };
}

function media(
  id: string,
  trackId: string,
  asset: Asset,
  span: { start: number; frames: number; from: number },
): MediaClip {
  if (asset.facts === null || asset.facts.kind === "lut" || asset.checksum === null)
    throw new Error(`${asset.name} is not ready`);
  const isMusic = asset.facts.kind === "audio";
  return {
    kind: "media",
    id,
    trackId,
    name: asset.name.replace(/\.[a-z0-9]+$/, ""),
    start: at(span.start),
    duration: at(span.frames),
    linkId: null,
    assetId: asset.id,
    checksum: asset.checksum,
    mediaKind: asset.facts.kind,
    sourceDuration: asset.facts.duration,
    sourceStart: at(span.from),
    speed: { n: 1, d: 1 },
    transform: CENTRED,
    opacity: 1,
    fadeIn: 0,
    fadeOut: 0,
    audio: isMusic
      ? { gainDb: -3, muted: false, fadeIn: at(15), fadeOut: at(45) }
      : { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
  };
}

function title(
  id: string,
  text: string,
  span: { start: number; frames: number },
  look: { size: number; y: number },
): TextClip {
  return {
    kind: "text",
    id,
    trackId: "titles",
    name: text,
    start: at(span.start),
    duration: at(span.frames),
    linkId: null,
    text,
    style: {
      size: look.size,
      weight: 600,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.2,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: true,
    },
    transform: { ...CENTRED, y: look.y },
    opacity: 1,
    fadeIn: at(15),
    fadeOut: at(15),
  };
}

/** @throws {Error} when an asset has not been ingested. */
export function sampleDocument(
  scenes: readonly [Asset, Asset, Asset],
  music: Asset,
): ProjectDocument {
  const clips = [
    media("dunes", "video", scenes[0], { start: 0, frames: 150, from: 0 }),
    media("tide", "video", scenes[1], { start: 150, frames: 140, from: 20 }),
    media("ridge", "video", scenes[2], { start: 290, frames: 155, from: 20 }),
    title(
      "opening",
      "A day in three horizons",
      { start: 20, frames: 95 },
      { size: 0.09, y: -0.12 },
    ),
    title("closing", "Made with Cutroom", { start: 345, frames: 90 }, { size: 0.06, y: 0.32 }),
    media("music", "music", music, { start: 0, frames: 445, from: 0 }),
  ];
  const tracks = [
    track("video", "video", "Video 1"),
    track("overlay", "overlay", "Overlay 1"),
    track("titles", "text", "Text 1"),
    track("music", "audio", "Audio 1"),
  ];
  const crossfade = (id: string, leftClipId: string, rightClipId: string) => ({
    id,
    kind: "crossfade" as const,
    leftClipId,
    rightClipId,
    duration: at(24),
  });
  return {
    schemaVersion: 1,
    settings: { width: 1280, height: 720, rate: RATE, sampleRate: 48_000, background: "#000000" },
    trackOrder: tracks.map(({ id }) => id),
    tracks: Object.fromEntries(tracks.map((entry) => [entry.id, entry])),
    clips: Object.fromEntries(clips.map((entry) => [entry.id, entry])),
    transitions: {
      "dunes-tide": crossfade("dunes-tide", "dunes", "tide"),
      "tide-ridge": crossfade("tide-ridge", "tide", "ridge"),
    },
    markers: {},
  };
}
