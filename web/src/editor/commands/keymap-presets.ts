import type { CommandId } from "./command.ts";

export type KeyTable = Partial<Record<CommandId, readonly string[]>>;

export const KEY_PRESETS = ["cutroom", "premiere", "resolve", "capcut"] as const;
export type KeyPreset = (typeof KEY_PRESETS)[number];

/**
 * Where the keys of other editors differ from ours, as far as a browser lets a page have them:
 * Ctrl+T, Ctrl+N, Ctrl+W and their like never reach it, so those commands keep our keys.
 */
export const PRESET_KEYS: Readonly<Record<KeyPreset, KeyTable>> = {
  cutroom: {},
  premiere: {
    split: ["$mod+k"],
    "split-all": ["$mod+Shift+k"],
    snapping: ["s"],
    crossfade: ["$mod+d"],
    duplicate: ["$mod+Shift+d"],
    link: ["$mod+l"],
    unlink: ["$mod+Shift+l"],
    fit: ["Backslash"],
    export: ["$mod+m"],
    mute: ["Shift+e"],
    "clear-marks": ["$mod+Shift+x"],
    "select-forward": ["a"],
    "select-back": ["Shift+a"],
    "auto-cut": ["Alt+Shift+KeyA"],
  },
  resolve: {
    split: ["$mod+b", "$mod+Backslash"],
    "split-all": ["$mod+Shift+b"],
    "tool-select": ["a"],
    "trim-start": ["Shift+BracketLeft"],
    "trim-end": ["Shift+BracketRight"],
    lift: ["Backspace"],
    "ripple-delete": ["Delete"],
    "source-insert": ["F9"],
    "source-overwrite": ["F10"],
    "zoom-in": ["$mod+Equal"],
    "zoom-out": ["$mod+Minus"],
    fit: ["Shift+z"],
    link: ["$mod+Alt+KeyL"],
    mute: ["d"],
    "loop-range": ["$mod+Slash"],
    "paste-attributes": ["Alt+KeyV"],
    "select-forward-track": ["y"],
    "select-forward": ["Alt+KeyY"],
    "select-back-track": ["$mod+y"],
    "select-back": ["$mod+Alt+KeyY"],
    "move-into-sync": ["Alt+KeyS"],
    "slip-into-sync": ["Alt+Shift+KeyS"],
    "tool-slip": ["s"],
  },
  capcut: {
    split: ["$mod+b"],
    "split-all": ["$mod+Shift+b"],
    "tool-select": ["a"],
    "zoom-in": ["$mod+Equal"],
    "zoom-out": ["$mod+Minus"],
    lift: ["Backspace", "Delete"],
    mute: ["$mod+m"],
  },
};
