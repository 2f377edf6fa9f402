import type { MediaFacts } from "@cutroom/timeline";

/** What the engine needs of one asset; the URLs are signed and must allow CORS and ranges. */
export interface MonitorMedia {
  readonly kind: MediaFacts["kind"];
  /** Null until ingest has finished. */
  readonly facts: MediaFacts | null;
  /** The CFR proxy, the still or the sound; null shows as offline. */
  readonly proxyUrl: string | null;
}

/** By asset id. */
export type MediaByAsset = Readonly<Record<string, MonitorMedia>>;
