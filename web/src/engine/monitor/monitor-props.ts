import type { Flicks, MediaFacts, ProjectDocument, Transform } from "@cutroom/timeline";

/** What the engine needs of one asset; the URLs are signed and must allow CORS and ranges. */
export interface MonitorMedia {
  readonly kind: "video" | "image" | "audio";
  /** Null until ingest has finished. */
  readonly facts: MediaFacts | null;
  /** The CFR proxy, the still or the sound; null shows as offline. */
  readonly proxyUrl: string | null;
  readonly posterUrl: string | null;
}

/** One drag of a handle; the editor turns begin ... commit into one undo step. */
export interface TransformGesture {
  readonly phase: "begin" | "change" | "commit" | "cancel";
  readonly clipId: string;
  readonly transform: Transform;
}

export interface MonitorProps {
  /** Compared by identity: an edit is a new object. */
  readonly document: ProjectDocument;
  /** By asset id. */
  readonly media: Readonly<Record<string, MonitorMedia>>;
  readonly playheadFlicks: Flicks;
  /** Once per shown frame while playing; a prop value not reported here is a seek. */
  readonly onPlayheadChange: (playheadFlicks: Flicks) => void;
  readonly playing: boolean;
  readonly onPlayingChange: (playing: boolean) => void;
  /** 1 is normal speed, negative is backwards. */
  readonly shuttleRate: number;
  readonly onShuttleRateChange: (shuttleRate: number) => void;
  readonly selectedClipIds?: readonly string[];
  readonly onTransformGesture?: (gesture: TransformGesture) => void;
}
