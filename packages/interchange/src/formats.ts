/** The files in which a timeline leaves for other programs. */
import type { SourceAsset } from "@cutroom/timeline";

/**
 * `otio`: OpenTimelineIO. `fcpxml`: Final Cut Pro, 1.10. `edl`: CMX3600. `json`: the document
 * itself, as docs/timeline.schema.json describes it.
 */
export const INTERCHANGE_FORMATS = ["otio", "fcpxml", "edl", "json"] as const;
export type InterchangeFormat = (typeof INTERCHANGE_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<InterchangeFormat, string>> = {
  otio: "application/json",
  fcpxml: "application/xml",
  edl: "text/plain",
  json: "application/json",
};

/** What is known of the files that the clips are cut from, by the asset's id. */
export type Sources = ReadonlyMap<string, SourceAsset>;

export function sourcesOf(assets: readonly SourceAsset[]): Sources {
  return new Map(assets.map((asset) => [asset.assetId, asset]));
}
