import { array, assert, constantFrom, dictionary, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../commands.ts";
import { COMMAND_IDS } from "./command.ts";
import {
  OUR_KEYS,
  holderOf,
  readKeyChoice,
  resolveKeymap,
  withOwnKeys,
  withoutOwnKeys,
} from "./keymap.ts";
import { KEY_PRESETS, PRESET_KEYS } from "./keymap-presets.ts";
import { recordKeys } from "./record-keys.ts";

const keys = constantFrom("a", "$mod+k", "Shift+z", "F9", "$mod+Shift+z", "Space", "j");
const choices = record({
  preset: constantFrom(...KEY_PRESETS),
  own: dictionary(constantFrom(...COMMAND_IDS), array(keys, { maxLength: 2 })),
});

describe("keys of commands", () => {
  it("never mean two things, whatever was chosen", () => {
    assert(
      property(choices, (choice) => {
        const all = [...resolveKeymap(COMMANDS, choice).values()].flat();
        expect(new Set(all.map((one) => one.toLowerCase())).size).toBe(all.length);
      }),
    );
  });

  it("are those of the table when nothing was chosen", () => {
    const keymap = resolveKeymap(COMMANDS, OUR_KEYS);
    for (const command of COMMANDS) expect(keymap.get(command.id)).toEqual(command.keys);
  });

  it.each(KEY_PRESETS)("of the preset %s are all in force, and readable when stored", (preset) => {
    const keymap = resolveKeymap(COMMANDS, { preset, own: {} });
    for (const [id, wanted] of Object.entries(PRESET_KEYS[preset])) {
      expect([id, keymap.get(id as (typeof COMMAND_IDS)[number])]).toEqual([id, wanted]);
    }
    expect(readKeyChoice({ preset, own: PRESET_KEYS[preset] }).own).toEqual(PRESET_KEYS[preset]);
  });

  it("that a person gives come first, and go back when they are taken away", () => {
    const chosen = withOwnKeys({ preset: "premiere", own: {} }, "fit", "$mod+k");
    const keymap = resolveKeymap(COMMANDS, chosen);
    expect(keymap.get("fit")).toEqual(["$mod+k"]);
    expect(keymap.get("split")).toEqual([]);
    expect(holderOf(keymap, "$mod+K", "split")).toBe("fit");
    const again = withOwnKeys(chosen, "undo", "$mod+k");
    expect(resolveKeymap(COMMANDS, again).get("fit")).toEqual([]);
    const back = withoutOwnKeys(withoutOwnKeys(again, "undo"), "fit");
    expect(resolveKeymap(COMMANDS, back).get("split")).toEqual(["$mod+k"]);
  });

  it("are read from anything that was stored, without what is not known", () => {
    const stored = { preset: "other", own: { split: ["b"], gone: ["x"], undo: [3], cut: "x" } };
    expect(readKeyChoice(stored)).toEqual({ preset: "cutroom", own: { split: ["b"] } });
    for (const broken of [null, 3, "x", [], { own: null }]) {
      expect(readKeyChoice(broken)).toEqual(OUR_KEYS);
    }
  });
});

describe("a recorded key press", () => {
  const press = (key: string, held: Partial<Parameters<typeof recordKeys>[0]> = {}) => ({
    key,
    code: `Key${key.toUpperCase()}`,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  });

  it("is written as the key library reads it, on either kind of keyboard", () => {
    expect(recordKeys(press("B", { shiftKey: true, ctrlKey: true }), false)).toEqual({
      kind: "keys",
      keys: "$mod+Shift+b",
    });
    expect(recordKeys(press("b", { metaKey: true }), true)).toMatchObject({ keys: "$mod+b" });
    expect(recordKeys(press("∫", { altKey: true, code: "KeyB" }), true)).toMatchObject({
      keys: "Alt+KeyB",
    });
    expect(recordKeys(press(" ", { code: "Space" }), false)).toMatchObject({ keys: "Space" });
  });

  it("waits for more than a modifier, and refuses what the browser keeps", () => {
    expect(recordKeys(press("Shift", { shiftKey: true }), false)).toEqual({ kind: "waiting" });
    expect(recordKeys(press("Escape"), false)).toEqual({ kind: "waiting" });
    expect(recordKeys(press("t", { ctrlKey: true }), false)).toEqual({
      kind: "reserved",
      keys: "$mod+t",
    });
  });
});
