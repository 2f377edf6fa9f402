import { partSizeBytes } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readOpenUpload } from "./read-upload.ts";

const PART_URL_S = 3_600;

/** URLs that take exactly the planned bytes of one part each, and nothing else (F92). */
export async function signUploadParts(
  deps: Deps,
  caller: UserCaller,
  ask: { readonly uploadId: string; readonly partNumbers: readonly number[] },
) {
  const found = await readOpenUpload(deps, caller, ask.uploadId);
  if (!found.ok) return found;
  const { objectKey, multipartId, sizeBytes } = found.value;
  const sizes = ask.partNumbers.map((partNumber) => ({
    partNumber,
    sizeBytes: partSizeBytes(sizeBytes, partNumber),
  }));
  const parts = [];
  for (const part of sizes) {
    if (part.sizeBytes === null) return refuse("request.not-found", { part: part.partNumber });
    const signed = await deps.store.presignPart(objectKey, {
      uploadId: multipartId,
      partNumber: part.partNumber,
      sizeBytes: part.sizeBytes,
      expiresInS: PART_URL_S,
    });
    parts.push({
      part_number: part.partNumber,
      url: signed.url,
      expires_at: new Date(signed.expiresAtMs).toISOString(),
    });
  }
  return ok({ parts });
}
