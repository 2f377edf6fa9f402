import {
  type Clip,
  type Edit,
  type Failure,
  type Flicks,
  type ProjectDocument,
  type Result,
  clipAt,
} from "@cutroom/timeline";
import type { EditLabel } from "../state/edit-label.ts";
import { layOutRows } from "../timeline/rows.ts";

/** What an action looks at; times in flicks. */
export interface Situation {
  readonly document: ProjectDocument;
  readonly selectedClipIds: readonly string[];
  readonly selectedTransitionId: string | null;
  readonly playheadFlicks: Flicks;
  /** A fresh id: base of every id that the action makes. */
  readonly idBase: string;
}

/** What an action wants done, as one undo step. */
export interface Plan {
  readonly label: EditLabel;
  readonly edits: readonly Edit[];
  /** Clips to select after it; absent leaves the selection. */
  readonly select?: readonly string[];
  readonly seek?: Flicks;
}

/** Why there is nothing to do, before any edit was tried; keys of `editor.failure.action`. */
export type ActionFailureCode =
  | "action.nothing-selected"
  | "action.nothing-at-playhead"
  | "action.no-cut"
  | "action.no-handle"
  | "action.clipboard-empty"
  | "action.not-ready"
  | "action.no-track"
  | "action.caption-here"
  | "action.no-next-caption"
  | "action.no-takes"
  | "action.nothing-to-group"
  | "action.in-sync"
  | "action.no-sync-room"
  | "action.no-gaps"
  | "action.no-range"
  | "action.no-attributes";
export type Planned = Result<Plan, Failure<ActionFailureCode>>;

/** Selected clips that still exist, in time order. */
export function selectedClips({ document, selectedClipIds }: Situation): Clip[] {
  return selectedClipIds
    .flatMap((id) => document.clips[id] ?? [])
    .toSorted((a, b) => a.start - b.start);
}

/**
 * The clips that a cut at the playhead is about: the selected ones under it, else the topmost
 * clip of a track that is neither locked nor hidden.
 */
export function clipsUnderPlayhead(situation: Situation): readonly Clip[] {
  const { document, playheadFlicks } = situation;
  const selected = selectedClips(situation).filter(
    (clip) => clip.start <= playheadFlicks && playheadFlicks < clip.start + clip.duration,
  );
  if (selected.length > 0) return selected;
  for (const row of layOutRows(document)) {
    const track = document.tracks[row.trackId];
    if (track === undefined || track.locked || track.hidden) continue;
    const clip = clipAt(document, row.trackId, playheadFlicks);
    if (clip !== null) return [clip];
  }
  return [];
}
