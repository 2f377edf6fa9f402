import { EXPORT_FORMATS, formatOf } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { readFormats } from "./farm-formats.ts";

/** The table of formats, with what the farm can make of it now. */
export async function listExportFormats(deps: Deps) {
  const made = await readFormats(deps);
  const formats = EXPORT_FORMATS.map((format) => {
    const row = formatOf(format);
    return {
      format,
      media: row.media,
      extension: row.extension,
      content_type: row.contentType,
      max_resolution: row.maxResolution,
      max_fps: row.maxFps,
      max_duration_ms: row.maxDurationMs,
      has_quality: row.hasQuality,
      available: made.has(format),
    };
  });
  return ok({ formats });
}
