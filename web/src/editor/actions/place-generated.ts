import type { Task } from "@cutroom/contracts";
import {
  type Edit,
  FLICKS_PER_SECOND,
  type Flicks,
  MAX_DOCUMENT_FLICKS,
  type ProjectDocument,
  clipsOnTrack,
  fail,
  ok,
  placeholderFrom,
  takeToCome,
} from "@cutroom/timeline";
import { homeTrack, intoFreeRoom } from "./add-assets.ts";
import type { Planned, Situation } from "./plan.ts";

const FLICKS_PER_MS = FLICKS_PER_SECOND / 1000;

/** A stretch of a track without a clip. */
export interface Gap {
  readonly trackId: string;
  readonly startFlicks: Flicks;
  readonly durationFlicks: Flicks;
}

/** A film that is being made. */
export interface ComingFile {
  readonly assetId: string;
  readonly name: string;
  readonly durationFlicks: Flicks;
}

/** What the task is making; null for one that makes no clip. */
export function comingFile(task: Task, name: string): ComingFile | null {
  if (task.asset_id === null || task.generation === null) return null;
  return {
    assetId: task.asset_id,
    name,
    durationFlicks: task.generation.duration_ms * FLICKS_PER_MS,
  };
}

/** The gap of a track that lies between two clips, or before one, at `atFlicks`; null outside of one. */
export function gapAt(document: ProjectDocument, trackId: string, atFlicks: Flicks): Gap | null {
  const clips = clipsOnTrack(document, trackId);
  const next = clips.find((clip) => clip.start > atFlicks);
  const before = clips.findLast((clip) => clip.start <= atFlicks);
  const startFlicks = before === undefined ? 0 : before.start + before.duration;
  if (next === undefined || startFlicks > atFlicks) return null;
  return { trackId, startFlicks, durationFlicks: next.start - startFlicks };
}

/** A place without an end is behind a clip: what follows that makes room. */
export const isOpen = ({ durationFlicks }: Gap) => durationFlicks > MAX_DOCUMENT_FLICKS;

function isFree(document: ProjectDocument, gap: Gap): boolean {
  const { trackId, startFlicks } = gap;
  if (!isOpen(gap)) return gapAt(document, trackId, startFlicks)?.startFlicks === startFlicks;
  const clips = clipsOnTrack(document, trackId);
  return clips.some((clip) => clip.start + clip.duration === startFlicks);
}

/**
 * Puts a placeholder at the playhead, or into the gap as far as it goes: one clip, whose takes
 * are all the files, the first of them shown.
 */
export function placeGenerated(
  situation: Situation,
  files: readonly ComingFile[],
  gap: Gap | null,
): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const [first, ...rest] = files;
  const stillThere = gap !== null && isFree(document, gap) ? gap : null;
  const trackId = stillThere?.trackId ?? homeTrack(document, "video");
  if (first === undefined || trackId === null) return fail("action.no-track");
  const id = `${idBase}-clip`;
  const startFlicks = stillThere?.startFlicks ?? playheadFlicks;
  const { rate } = document.settings;
  const made = placeholderFrom(first, { id, trackId, startFlicks, rate });
  if (!made.ok) return fail("action.not-ready");
  const duration = Math.min(made.value.duration, stillThere?.durationFlicks ?? made.value.duration);
  const takes = files.map((file) =>
    takeToCome(file.assetId, made.value.sourceDuration ?? duration),
  );
  const clip = { ...made.value, duration, ...(rest.length === 0 ? {} : { takes }) };
  return ok({ label: "generate", edits: [intoFreeRoom(document, clip, idBase)], select: [id] });
}

/** Shows a film that is being made again as a new take of the clip. */
export function addTake(clipId: string, file: ComingFile): Planned {
  const take = takeToCome(file.assetId, file.durationFlicks);
  const edit: Edit = { type: "use-take", clipId, take };
  return ok({ label: "take", edits: [edit] });
}
