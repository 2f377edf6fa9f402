/**
 * Placeholders: clips of files that are still being made. One is a clip as any other, of the
 * length that was asked for; only the checksum of its file is not known yet.
 */
import { withEveryRecord } from "./compound/sequences.ts";
import type { Clip, MediaClip, ProjectDocument } from "./document.ts";
import { mediaClipFrom } from "./new-clips.ts";
import type { ClipPlace } from "./new-clips.ts";
import type { EditFailure } from "./failure-codes.ts";
import type { Result } from "./result.ts";
import type { Take } from "./takes.ts";
import type { Flicks } from "./time.ts";

/** No file's sha256 begins so. */
const UNFILLED = "0".repeat(32);
const ID_BYTES = 16;

/**
 * Stands where the checksum of a file that is not there yet will be: different for every file, so
 * that a step from one to another always tells both, whichever of them has come meanwhile.
 */
function unfilledChecksum(assetId: string): string {
  const byteAt = (letter: string) => (letter.charCodeAt(0) & 255).toString(16).padStart(2, "0");
  const hex = Array.from(assetId.slice(-ID_BYTES), byteAt).join("");
  return UNFILLED + hex.padStart(ID_BYTES * 2, "0");
}

/** A file that has come, and how long it really is. */
export interface FilledFile {
  readonly checksum: string;
  readonly durationFlicks: Flicks;
}

export function isUnfilledChecksum(checksum: string): boolean {
  return checksum.startsWith(UNFILLED);
}

export function isUnfilled(clip: Clip): clip is MediaClip {
  return clip.kind === "media" && isUnfilledChecksum(clip.checksum);
}

/** The take that a file which is being made will be. */
export function takeToCome(assetId: string, sourceDuration: Flicks): Take {
  return { assetId, checksum: unfilledChecksum(assetId), sourceDuration };
}

/** A clip of a film, or of a sound, that is on its way. Fails as `mediaClipFrom` does. */
export function placeholderFrom(
  file: {
    readonly assetId: string;
    readonly name: string;
    readonly durationFlicks: Flicks;
    readonly kind?: "video" | "audio";
  },
  place: ClipPlace,
): Result<MediaClip, EditFailure> {
  const facts = {
    kind: file.kind ?? "video",
    duration: file.durationFlicks,
    video: null,
    audio: null,
  } as const;
  const { assetId, name } = file;
  return mediaClipFrom({ assetId, name, checksum: unfilledChecksum(assetId), facts }, place);
}

/**
 * A film that turned out shorter keeps the length that was promised, for the clip may use all of
 * it, also by an undo later on; its last picture is held there.
 */
function filled<T extends Take>(take: T, file: FilledFile | undefined): T {
  if (file === undefined || !isUnfilledChecksum(take.checksum)) return take;
  const sourceDuration = Math.max(take.sourceDuration, file.durationFlicks);
  return { ...take, checksum: file.checksum, sourceDuration };
}

function fillClip(clip: Clip, fileOf: (assetId: string) => FilledFile | undefined): Clip {
  if (clip.kind !== "media" || clip.sourceDuration === null) return clip;
  const { takes, sourceDuration } = clip;
  const waits = isUnfilled(clip) || takes?.some(({ checksum }) => isUnfilledChecksum(checksum));
  if (waits !== true) return clip;
  const own = filled({ ...clip, sourceDuration }, fileOf(clip.assetId));
  const rest = takes?.map((one) => filled(one, fileOf(one.assetId)));
  return rest === undefined ? own : { ...own, takes: rest };
}

/**
 * The document with every placeholder bound to its file, where `fileOf` knows one; nothing else
 * changes, wherever a person has moved or trimmed the clip meanwhile. The very same document
 * when there is nothing to fill.
 */
export function fillPlaceholders(
  document: ProjectDocument,
  fileOf: (assetId: string) => FilledFile | undefined,
): ProjectDocument {
  const waits = (clip: Clip) =>
    clip.kind === "media" &&
    [clip, ...(clip.takes ?? [])].some(
      ({ assetId, checksum }) => isUnfilledChecksum(checksum) && fileOf(assetId) !== undefined,
    );
  return withEveryRecord(document, (clips) => {
    if (!Object.values(clips).some(waits)) return clips;
    const now = Object.entries(clips).map(([id, clip]) => [id, fillClip(clip, fileOf)]);
    return Object.fromEntries(now) as ProjectDocument["clips"];
  });
}
