import { parseKeybinding } from "tinykeys";
import type { Command, CommandId } from "./command.ts";
import { COMMAND_IDS } from "./command.ts";
import { KEY_PRESETS, type KeyPreset, type KeyTable, PRESET_KEYS } from "./keymap-presets.ts";

/** What a person chose: whose keys, and their own on top. */
export interface KeyChoice {
  readonly preset: KeyPreset;
  readonly own: KeyTable;
}
export const OUR_KEYS: KeyChoice = { preset: "cutroom", own: {} };

/** The keys of every command; a command without any has an empty list. */
export type Keymap = ReadonlyMap<CommandId, readonly string[]>;

type Keyed = Pick<Command, "id" | "keys">;

/** The same combination however it is written. */
const sameKeys = (keys: string) => keys.toLowerCase();

/**
 * The keys in force. Own keys come before the preset's and those before the table's: a key that
 * is taken is lost to whoever comes later, so no key ever means two things.
 */
export function resolveKeymap(commands: readonly Keyed[], choice: KeyChoice): Keymap {
  const taken = new Set<string>();
  const keymap = new Map<CommandId, readonly string[]>();
  const preset = PRESET_KEYS[choice.preset];
  const claim = (id: CommandId, keys: readonly string[]) => {
    const free: string[] = [];
    for (const one of keys) {
      if (taken.has(sameKeys(one))) continue;
      taken.add(sameKeys(one));
      free.push(one);
    }
    keymap.set(id, free);
  };
  for (const table of [choice.own, preset]) {
    for (const { id } of commands) {
      const keys = keymap.has(id) ? undefined : table[id];
      if (keys !== undefined) claim(id, keys);
    }
  }
  for (const { id, keys } of commands) if (!keymap.has(id)) claim(id, keys);
  return keymap;
}

/** Which other command has these keys now. */
export function holderOf(keymap: Keymap, keys: string, except: CommandId): CommandId | null {
  for (const [id, held] of keymap) {
    if (id !== except && held.some((one) => sameKeys(one) === sameKeys(keys))) return id;
  }
  return null;
}

/** The choice with one command's keys replaced; an older own key elsewhere gives way. */
export function withOwnKeys(choice: KeyChoice, id: CommandId, keys: string): KeyChoice {
  const others = Object.entries(choice.own).map(([other, held]) => [
    other,
    held.filter((one) => sameKeys(one) !== sameKeys(keys)),
  ]);
  return { ...choice, own: { ...(Object.fromEntries(others) as KeyTable), [id]: [keys] } };
}

/** The choice without what was changed for one command. */
export function withoutOwnKeys(choice: KeyChoice, id: CommandId): KeyChoice {
  const { [id]: _forgotten, ...own } = choice.own;
  return { ...choice, own };
}

function isKeys(value: unknown): value is string {
  return typeof value === "string" && value !== "" && parseKeybinding(value).length === 1;
}

/** A stored choice; what this version does not know of it is left out. */
export function readKeyChoice(stored: unknown): KeyChoice {
  const loose = (stored ?? {}) as { readonly preset?: unknown; readonly own?: unknown };
  const own: Partial<Record<CommandId, readonly string[]>> = {};
  const table = (typeof loose.own === "object" ? loose.own : null) ?? {};
  for (const id of COMMAND_IDS) {
    const keys: unknown = (table as Record<string, unknown>)[id];
    if (Array.isArray(keys) && keys.every(isKeys)) own[id] = keys;
  }
  return { preset: KEY_PRESETS.find((one) => one === loose.preset) ?? "cutroom", own };
}
