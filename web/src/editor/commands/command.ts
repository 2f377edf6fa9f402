import type { EditorEnv } from "../session/editor-env.ts";
import type { EditorState } from "../state/store.ts";
import { PANEL_MODES, type PanelMode } from "../state/viewport.ts";

export const COMMAND_GROUPS = ["play", "edit", "timeline", "panels", "project"] as const;
type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Something a person can do: by key, from the palette, from a menu or a button. */
export interface Command {
  /** Also the key of its name, `editor.commands.<id>`. */
  readonly id: CommandId;
  readonly group: CommandGroup;
  /** In the notation of tinykeys; the first one is shown. */
  readonly keys: readonly string[];
  /** A held key counts once; otherwise it repeats. */
  readonly once?: boolean;
  /** Changes the project, so a reader may not. */
  readonly writes?: boolean;
  readonly enabled?: (state: EditorState) => boolean;
  readonly run: (env: EditorEnv) => void;
}

/** Names the command of a panel, in COMMAND_IDS too. */
export const panelCommand = <Mode extends PanelMode>(mode: Mode) => `panel-${mode}` as const;

export const COMMAND_IDS = [
  "play-pause",
  "shuttle-back",
  "stop",
  "shuttle-forward",
  "previous-frame",
  "next-frame",
  "back-second",
  "forward-second",
  "previous-edit",
  "next-edit",
  "go-start",
  "go-end",
  "split",
  "split-all",
  "freeze-frame",
  "reverse",
  "trim-start",
  "trim-end",
  "lift",
  "ripple-delete",
  "undo",
  "redo",
  "cut",
  "copy",
  "paste",
  "paste-attributes",
  "paste-position",
  "paste-look",
  "paste-sound",
  "paste-speed",
  "duplicate",
  "select-all",
  "clear-selection",
  "crossfade",
  "add-title",
  "edit-text",
  "add-shape",
  "auto-cut",
  "record",
  "pause-recording",
  "relink",
  "save-template",
  "safe-areas",
  "scopes",
  "add-marker",
  "next-marker",
  "previous-marker",
  "link",
  "unlink",
  "group",
  "ungroup",
  "move-into-sync",
  "slip-into-sync",
  "close-gap",
  "close-all-gaps",
  "track-follows",
  "select-forward",
  "select-back",
  "select-forward-track",
  "select-back-track",
  "select-track",
  "make-compound",
  "break-compound",
  "open-compound",
  "close-compound",
  "mute",
  "previous-take",
  "next-take",
  "toggle-keys",
  "previous-key",
  "next-key",
  "mark-in",
  "mark-out",
  "clear-marks",
  "lift-range",
  "extract-range",
  "loop-range",
  "source-insert",
  "source-overwrite",
  "tool-select",
  "tool-slip",
  "tool-slide",
  "tool-hand",
  "snapping",
  "zoom-in",
  "zoom-out",
  "fit",
  "save",
  "export",
  "shortcuts",
  "palette",
  ...PANEL_MODES.map((mode) => panelCommand(mode)),
  "inspector",
] as const;
export type CommandId = (typeof COMMAND_IDS)[number];
