import type { Edit, Flicks, ProjectDocument } from "@cutroom/timeline";
import type { EditLabel } from "../state/edit-label.ts";

/** What stays the same from press to release. */
export interface GestureStart {
  /** As it was before the gesture: every frame starts from here again. */
  readonly document: ProjectDocument;
  readonly timeFlicks: Flicks;
  readonly trackId: string;
  readonly playheadFlicks: Flicks;
  /** How near an edge pulls; negative with snapping off. */
  readonly snapFlicks: Flicks;
  /** For ids of clips that the gesture makes. */
  readonly idBase: string;
}

/** Where the pointer is now, and what is held. */
export interface GestureMoment {
  readonly timeFlicks: Flicks;
  /** The lane under the pointer, or the nearest one. */
  readonly trackId: string;
  /** The pointer is below all lanes: what is dropped there gets a track of its own. */
  readonly belowAll: boolean;
  /** Ctrl or Cmd: ripple while trimming, insert while moving. */
  readonly ripple: boolean;
  /** Alt while moving: leave a copy behind. */
  readonly copy: boolean;
  /** Shift: no snapping. */
  readonly free: boolean;
}

/** What the gesture means at a moment: edits on the document as it was, and what to show. */
export interface GestureFrame {
  readonly label: EditLabel;
  readonly edits: readonly Edit[];
  /** Shown beside the pointer. */
  readonly deltaFlicks: Flicks | null;
  /** Where the snap line is. */
  readonly snapAtFlicks: Flicks | null;
  /** Clips that are carried: drawn as ghosts. New ones begin with the gesture's `idBase`. */
  readonly carriedClipIds: readonly string[];
}

export interface Gesture {
  readonly cursor: string;
  /** Which keys change it, as a key of `editor.hints`. */
  readonly hint: "move" | "trim" | "roll" | "slip" | "slide" | "fade" | "drop";
  readonly at: (moment: GestureMoment) => GestureFrame;
}
