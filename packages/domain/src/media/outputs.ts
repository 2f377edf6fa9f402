/** The objects a step may write, by name: where they lie and as what they are served. */
import { formatOf } from "../export/formats.ts";
import { STREAM_RUNGS, rungName } from "../export/stream-ladder.ts";
import type { ExportFormat } from "../export/formats.ts";
import type { StepKind } from "../task/kinds.ts";

export interface OutputSpec {
  readonly name: string;
  readonly extension: string;
  readonly contentType: string;
}

/** How many tracks of subtitles inside a file are kept. */
export const SUBTITLE_TRACKS = 6;

export const stepOutputs: Readonly<Record<StepKind, readonly OutputSpec[]>> = {
  ingest: [
    { name: "master", extension: "mp4", contentType: "video/mp4" },
    /** A clip of a vendor, signed. */
    { name: "original", extension: "mp4", contentType: "video/mp4" },
    { name: "proxy", extension: "mp4", contentType: "video/mp4" },
    { name: "poster", extension: "jpg", contentType: "image/jpeg" },
    { name: "filmstrip", extension: "jpg", contentType: "image/jpeg" },
    { name: "peaks", extension: "dat", contentType: "application/octet-stream" },
    ...Array.from({ length: SUBTITLE_TRACKS }, (_, index) => ({
      name: `subtitles-${index}`,
      extension: "vtt",
      contentType: "text/vtt",
    })),
  ],
  export: [
    { name: "video", extension: "mp4", contentType: "video/mp4" },
    { name: "poster", extension: "jpg", contentType: "image/jpeg" },
    { name: "filmstrip", extension: "jpg", contentType: "image/jpeg" },
    ...STREAM_RUNGS.map((rung) => ({
      name: rungName(rung),
      extension: "mp4",
      contentType: "video/mp4",
    })),
  ],
  /** Rendered segments end to end; what lies where, the step's result says. */
  segments: [{ name: "pack", extension: "pack", contentType: "application/octet-stream" }],
  vendor: [],
  fetch: [{ name: "video", extension: "mp4", contentType: "video/mp4" }],
  generate: [{ name: "video", extension: "mp4", contentType: "video/mp4" }],
};

/** The outputs of one step; an export's main file is of the format that was asked for. */
export function outputsOf(kind: StepKind, format: ExportFormat | null): readonly OutputSpec[] {
  if (kind !== "export" || format === null) return stepOutputs[kind];
  const { extension, contentType } = formatOf(format);
  const others = stepOutputs.export.filter((output) => output.name !== "video");
  return [{ name: "video", extension, contentType }, ...others];
}

/**
 * The key of one output. It carries the attempt, so a worker that has lost its lease can never
 * overwrite what its successor stored (C8).
 */
export function outputKey(where: {
  readonly tenantId: string;
  readonly stepId: string;
  readonly attempt: number;
  readonly output: OutputSpec;
}): string {
  const { tenantId, stepId, attempt, output } = where;
  return `${tenantId}/steps/${stepId}/${attempt}/${output.name}.${output.extension}`;
}

/** The key of an uploaded original. Names of users never become keys (F93). */
export function originalKey(tenantId: string, assetId: string): string {
  return `${tenantId}/assets/${assetId}/original`;
}
