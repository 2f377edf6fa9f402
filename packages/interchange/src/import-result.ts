/** What reading somebody else's file comes to. */
import type { Failure, ProjectDocument } from "@cutroom/timeline";

/**
 * `interchange.too-large`, `interchange.unreadable`: no JSON. `interchange.not-otio`: not a
 * timeline of OpenTimelineIO. `interchange.empty`: no clip in it. `interchange.breaks-rule`:
 * it cannot be a project (`details.rule`).
 */
export const INTERCHANGE_FAILURES = [
  "interchange.too-large",
  "interchange.unreadable",
  "interchange.not-otio",
  "interchange.empty",
  "interchange.breaks-rule",
] as const;
export type InterchangeFailureCode = (typeof INTERCHANGE_FAILURES)[number];
export type InterchangeFailure = Failure<InterchangeFailureCode>;

/** Things of the file that the document has not, or not so. */
export const IMPORT_NOTES = [
  "effects",
  "generators",
  "nested",
  "retimed",
  "transitions-changed",
  "transitions-dropped",
] as const;
export type ImportNoteCode = (typeof IMPORT_NOTES)[number];

export interface ImportNote {
  readonly code: ImportNoteCode;
  readonly count: number;
}

/** A file that the timeline asks for and that no file of the library is. */
export interface MissingFile {
  /** The asset id that its clips have until they are given a file. */
  readonly assetId: string;
  readonly name: string;
  readonly clipCount: number;
}

export interface Imported {
  readonly document: ProjectDocument;
  readonly name: string;
  readonly missing: readonly MissingFile[];
  /** In the order of `IMPORT_NOTES`; empty when everything was taken over. */
  readonly notes: readonly ImportNote[];
}

/** Counts what is passed by while a file is read. */
export class NoteBook {
  readonly #counts = new Map<ImportNoteCode, number>();

  note(code: ImportNoteCode): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  list(): ImportNote[] {
    return IMPORT_NOTES.flatMap((code) => {
      const count = this.#counts.get(code);
      return count === undefined ? [] : [{ code, count }];
    });
  }
}
