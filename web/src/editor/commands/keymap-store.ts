"use client";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { COMMANDS } from "../commands.ts";
import type { CommandId } from "./command.ts";
import { type KeyChoice, type Keymap, OUR_KEYS, readKeyChoice, resolveKeymap } from "./keymap.ts";
import { onApple, showKeys } from "./show-keys.ts";

const STORAGE_KEY = "cutroom-keys";

interface KeymapState {
  readonly choice: KeyChoice;
  readonly keymap: Keymap;
}

function stateOf(choice: KeyChoice): KeymapState {
  return { choice, keymap: resolveKeymap(COMMANDS, choice) };
}

/** What this browser has kept; a damaged entry is as none. */
function readStored(): KeyChoice {
  if (typeof localStorage === "undefined") return OUR_KEYS;
  try {
    return readKeyChoice(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
  } catch {
    return OUR_KEYS;
  }
}

/** The keys in force in this browser; every other open tab follows with its next page. */
export const keymapStore = createStore<KeymapState>(() => stateOf(readStored()));

/** Keeps another choice, from now on and for the next visit. */
export function chooseKeys(choice: KeyChoice): void {
  keymapStore.setState(stateOf(choice));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(choice));
}

export function useKeymap(): KeymapState {
  return useStore(keymapStore);
}

function firstOf(keymap: Keymap, id: CommandId): string | undefined {
  const keys = keymap.get(id)?.[0];
  return keys === undefined ? undefined : showKeys(keys, onApple());
}

/** The first combination of a command, as this machine writes it; undefined when it has none. */
export function shortcutOf(id: CommandId): string | undefined {
  return firstOf(keymapStore.getState().keymap, id);
}

/** `shortcutOf` for components: it is drawn anew when the keys change. */
export function useShortcuts(): (id: CommandId) => string | undefined {
  const { keymap } = useKeymap();
  return (id) => firstOf(keymap, id);
}
