import type { upload as uploadShape } from "@cutroom/contracts";
import type { UploadRow } from "@cutroom/db";
import type { z } from "zod";

export function presentUpload(row: UploadRow): z.output<typeof uploadShape> {
  return {
    id: row.id,
    state: row.state,
    asset_id: row.assetId,
    part_size: row.partSize,
    part_count: row.partCount,
    size_bytes: row.sizeBytes,
  };
}
