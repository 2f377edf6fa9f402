import { describe, expect, it } from "vitest";
import { parseKeybinding } from "tinykeys";
import { EDIT_FAILURES } from "@cutroom/timeline";
import { en } from "../i18n/en/index.ts";
import { zh } from "../i18n/zh/index.ts";
import { COMMANDS, canRun, commandOf } from "./commands.ts";
import { COMMAND_IDS } from "./commands/command.ts";
import { isElsewhere } from "./commands/bind-keys.ts";
import { showKeys } from "./commands/show-keys.ts";
import { documentOf, storeOf, videoClip } from "./testing/documents.ts";
import { EDIT_LABELS } from "./state/edit-label.ts";

const words = { en: en.editor, zh: zh.editor };

/** Reads `a.b.c` in a tree of words. */
function lookUp(tree: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], tree);
}

describe("command table", () => {
  it("has one command for every id, and no key twice", () => {
    expect(COMMANDS.map(({ id }) => id).toSorted()).toEqual([...COMMAND_IDS].toSorted());
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(new Set(keys.map((one) => one.toLowerCase())).size).toBe(keys.length);
  });

  it.each(["en", "zh"] as const)(
    "has a word for every command, edit and failure in %s",
    (locale) => {
      for (const id of COMMAND_IDS) expect(`${id}: ${words[locale].commands[id]}`).toMatch(/: \S/);
      for (const label of EDIT_LABELS)
        expect(`${label}: ${words[locale].edits[label]}`).toMatch(/: \S/);
      for (const code of EDIT_FAILURES) {
        expect(typeof lookUp(words[locale].failure, code)).toBe("string");
      }
    },
  );

  it("can be read by the key library, and by a person", () => {
    for (const { keys } of COMMANDS) {
      for (const one of keys) {
        expect(parseKeybinding(one)).toHaveLength(1);
        expect(showKeys(one, false)).not.toContain("$");
      }
    }
    expect(showKeys("$mod+Shift+z", false)).toBe("Ctrl Shift Z");
    expect(showKeys("$mod+Shift+z", true)).toBe("⌘ ⇧ Z");
  });

  it("lets a reader look but not change", () => {
    const store = storeOf(documentOf(videoClip("a", 0, 4)));
    store.getState().selectClips(["a"]);
    expect(canRun(commandOf("lift"), store.getState())).toBe(true);
    store.getState().setRole("reader");
    expect(canRun(commandOf("lift"), store.getState())).toBe(false);
    expect(canRun(commandOf("play-pause"), store.getState())).toBe(true);
  });
});

describe("keys that are not for the editor", () => {
  const press = (inside: string, key = "s") => ({
    key,
    isComposing: false,
    defaultPrevented: false,
    target: {
      closest: (selector: string) => (selector.includes(inside) ? {} : null),
    } as unknown as EventTarget,
  });

  it("are those typed into a field (F139), a dialog or a menu", () => {
    expect(isElsewhere(press("textarea"), false)).toBe(true);
    expect(isElsewhere(press("[role=menu]"), false)).toBe(true);
    expect(isElsewhere(press("nothing"), true)).toBe(true);
    expect(isElsewhere({ ...press("nothing"), isComposing: true }, false)).toBe(true);
    expect(isElsewhere(press("nothing"), false)).toBe(false);
  });

  it("are those that move a border between panels that has the focus, and no others", () => {
    expect(isElsewhere(press("[role=separator]", "ArrowLeft"), false)).toBe(true);
    expect(isElsewhere(press("[role=separator]", "s"), false)).toBe(false);
  });

  it("are Space and Enter on a button that has the focus, and no others", () => {
    expect(isElsewhere(press("button", " "), false)).toBe(true);
    expect(isElsewhere(press("button", "s"), false)).toBe(false);
  });
});
