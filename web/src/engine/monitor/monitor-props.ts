import type { Flicks, ProjectDocument, Transform } from "@cutroom/timeline";
import type { PeaksByAsset } from "@cutroom/compiler";
import type { Levels } from "../levels.ts";
import type { RefObject } from "react";
import type { MediaByAsset } from "../media.ts";

/** One drag of a handle; the editor turns begin ... commit into one undo step. */
export interface TransformGesture {
  readonly phase: "begin" | "change" | "commit" | "cancel";
  readonly clipId: string;
  readonly transform: Transform;
}

/** Words of titles that are changed on the picture itself. */
export interface TextEditing {
  /** The title whose words are in a field over the picture now. */
  readonly clipId: string | null;
  /** A title was clicked twice. */
  readonly onOpen: (clipId: string) => void;
  /** The field is to go; null: the words stay as they were. */
  readonly onClose: (text: string | null) => void;
}

export interface MonitorProps {
  /** Compared by identity: an edit is a new object. */
  readonly document: ProjectDocument;
  /** By asset id. */
  readonly media: MediaByAsset;
  /** Draws the mark that exports of this plan carry. */
  readonly watermark?: boolean;
  /** Draws the line that says that AI made it, as an export with the label does. */
  readonly aiLabel?: boolean;
  /** Of sounds that duck others; an asset without them ducks nothing. */
  readonly peaks?: PeaksByAsset;
  /** Told what sounds, for meters elsewhere. */
  readonly levels?: Levels;
  readonly playheadFlicks: Flicks;
  /** Once per shown frame while playing; a prop value not reported here is a seek. */
  readonly onPlayheadChange: (playheadFlicks: Flicks) => void;
  readonly playing: boolean;
  readonly onPlayingChange: (playing: boolean) => void;
  /** 1 is normal speed, negative is backwards. */
  readonly shuttleRate: number;
  readonly onShuttleRateChange: (shuttleRate: number) => void;
  /** Told which frames are ready as exact pictures, in order. */
  readonly onExactFrames?: (frames: readonly number[]) => void;
  readonly selectedClipIds?: readonly string[];
  /** Gets the canvas of the live picture, for scopes elsewhere. */
  readonly canvasRef?: RefObject<HTMLCanvasElement | null>;
  readonly onTransformGesture?: (gesture: TransformGesture) => void;
  readonly textEditing?: TextEditing;
}
