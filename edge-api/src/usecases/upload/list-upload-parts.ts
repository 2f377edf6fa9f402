import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentUpload } from "./present-upload.ts";
import { readOpenUpload } from "./read-upload.ts";

/** What the store holds, by the store's own word: the client may have forgotten everything. */
export async function listUploadParts(deps: Deps, caller: UserCaller, uploadId: string) {
  const found = await readOpenUpload(deps, caller, uploadId);
  if (!found.ok) return found;
  const parts = await deps.store.listParts(found.value.objectKey, found.value.multipartId);
  if (parts === null) return refuse("upload.closed");
  return ok({
    upload: presentUpload(found.value),
    parts: parts.map((part) => ({
      part_number: part.partNumber,
      size_bytes: part.sizeBytes,
      etag: part.etag,
    })),
  });
}
