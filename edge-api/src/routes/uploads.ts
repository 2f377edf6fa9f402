import { abortUpload } from "../usecases/upload/abort-upload.ts";
import { completeUpload } from "../usecases/upload/complete-upload.ts";
import { createUpload } from "../usecases/upload/create-upload.ts";
import { listUploadParts } from "../usecases/upload/list-upload-parts.ts";
import { signUploadParts } from "../usecases/upload/sign-upload-parts.ts";
import type { Routes } from "./mount.ts";

export const uploadRoutes = {
  createUpload: ({ deps, caller, body }) =>
    createUpload(deps, caller, {
      fileName: body.file_name,
      sizeBytes: body.size_bytes,
      sha256: body.sha256,
    }),
  signUploadParts: ({ deps, caller, params, body }) =>
    signUploadParts(deps, caller, {
      uploadId: params.upload_id,
      partNumbers: body.part_numbers,
    }),
  listUploadParts: ({ deps, caller, params }) => listUploadParts(deps, caller, params.upload_id),
  completeUpload: ({ deps, caller, params, body }) =>
    completeUpload(deps, caller, { uploadId: params.upload_id, sha256: body.sha256 }),
  abortUpload: ({ deps, caller, params }) => abortUpload(deps, caller, params.upload_id),
} satisfies Partial<Routes>;
