export { INTERCHANGE_FORMATS } from "./formats.ts";
export type { InterchangeFormat } from "./formats.ts";
export { documentSchema } from "./document-schema.ts";
export { LOSS_CODES } from "./losses.ts";
export type { Loss, LossCode } from "./losses.ts";
export { IMPORT_NOTES, INTERCHANGE_FAILURES } from "./import-result.ts";
export type {
  ImportNote,
  ImportNoteCode,
  Imported,
  InterchangeFailure,
  InterchangeFailureCode,
  MissingFile,
} from "./import-result.ts";
export { isOfflineId } from "./otio/match-media.ts";
export { MAX_INTERCHANGE_BYTES, readOtio } from "./otio/read-otio.ts";
export { relinked } from "./relink.ts";
export { writeInterchange } from "./write-interchange.ts";
export type { InterchangeFile } from "./write-interchange.ts";
