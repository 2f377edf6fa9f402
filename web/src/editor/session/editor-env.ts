import type { Asset } from "@cutroom/contracts";
import type { Clip, Failure } from "@cutroom/timeline";
import type { Clipboard } from "../actions/paste.ts";
import type { ActionFailureCode } from "../actions/plan.ts";
import type { Levels } from "../../engine/levels.ts";
import type { ClipMediaCache } from "../media/clip-media.ts";
import type { EditRefusal } from "../state/document.ts";
import type { EditorStore } from "../state/store.ts";
import type { SaveStatus } from "../state/save.ts";
import type { ClipMaking } from "../generation/clip-making.ts";
import type { LaneLink } from "../timeline/lane-target.ts";

export type Refusal = EditRefusal | Failure<ActionFailureCode>;

/** What a message may offer to do about a refusal. */
export interface WayOut {
  readonly label: "make-room";
  readonly run: () => void;
}

/** Says things to the person, in their language. */
export interface Speaker {
  readonly refused: (refusal: Refusal, wayOut?: WayOut) => void;
  readonly saved: (status: SaveStatus) => void;
}

/** Everything that commands and gestures of one open project reach. */
export interface EditorEnv {
  readonly projectId: string;
  readonly store: EditorStore;
  readonly speak: Speaker;
  /** Unique in every document; short enough for a base of ids. */
  readonly newId: () => string;
  readonly clipboard: { clips: Clipboard };
  /** Sends what is unsaved now. */
  readonly flush: () => Promise<SaveStatus>;
  readonly media: ClipMediaCache;
  /** What sounds in the monitor, for meters. */
  readonly levels: Levels;
  /** A file of the library as it is known now. */
  readonly assetOf: (assetId: string) => Asset | undefined;
  /** What stands on a clip that is being made; null for one that is there. */
  readonly makingOf: (clip: Clip) => ClipMaking | null;
  readonly lanes: LaneLink;
  /** Default text of a new title and name of a new shape, in the person's language. */
  readonly titleText: () => string;
  readonly shapeName: () => string;
}
