/** The document that a new project starts with. */
import { SCHEMA_VERSION } from "./document.ts";
import type { ProjectDocument, ProjectSettings, Track, TrackKind } from "./document.ts";
import { withChanges } from "./with-changes.ts";

export const DEFAULT_SETTINGS: ProjectSettings = {
  width: 1920,
  height: 1080,
  rate: { n: 30, d: 1 },
  sampleRate: 48_000,
  background: "#000000",
};

/** Bottom to top. Ids are unique inside a document only, so every project has the same ones. */
const DEFAULT_TRACKS: readonly (readonly [id: string, kind: TrackKind, name: string])[] = [
  ["audio-1", "audio", "Audio 1"],
  ["video-1", "video", "Video 1"],
  ["overlay-1", "overlay", "Overlay 1"],
  ["text-1", "text", "Text 1"],
];

/** A track with everything switched off. */
export function plainTrack(id: string, kind: TrackKind, name: string): Track {
  return { id, kind, name, muted: false, solo: false, locked: false, hidden: false };
}

/**
 * An empty document with one track of each kind: `audio-1`, `video-1`, `overlay-1`, `text-1`.
 * Settings that are not given are 1920 x 1080, 30 fps, black.
 */
export function newProject(
  settings: {
    readonly [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined;
  } = {},
): ProjectDocument {
  const tracks = DEFAULT_TRACKS.map(([id, kind, name]) => plainTrack(id, kind, name));
  return {
    schemaVersion: SCHEMA_VERSION,
    settings: withChanges(DEFAULT_SETTINGS, settings),
    trackOrder: tracks.map((track) => track.id),
    tracks: Object.fromEntries(tracks.map((track) => [track.id, track])),
    clips: {},
    transitions: {},
    markers: {},
  };
}
