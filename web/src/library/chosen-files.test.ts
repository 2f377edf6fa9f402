import { describe, expect, it } from "vitest";
import {
  carriedInOrder,
  carriedWith,
  chooseFile,
  chooseNoFiles,
  chosenAfter,
  useChosenFiles,
} from "./chosen-files.ts";

const ORDER = ["a", "b", "c", "d"];
const NONE = { ctrlKey: false, metaKey: false, shiftKey: false };
const CTRL = { ...NONE, ctrlKey: true };
const SHIFT = { ...NONE, shiftKey: true };

describe("chosen files", () => {
  it("are one by a press, more by Ctrl or ⌘, and a stretch by Shift from the last one", () => {
    expect(chosenAfter(["c"], "a", NONE, ORDER)).toEqual(["a"]);
    expect(chosenAfter(["a"], "c", CTRL, ORDER)).toEqual(["a", "c"]);
    expect(chosenAfter(["a", "c"], "a", { ...NONE, metaKey: true }, ORDER)).toEqual(["c"]);
    expect(chosenAfter(["b"], "d", SHIFT, ORDER).toSorted()).toEqual(["b", "c", "d"]);
    expect(chosenAfter(["c"], "a", SHIFT, ORDER).toSorted()).toEqual(["a", "b", "c"]);
  });

  it("let a stretch be reached again from where it began, and start one where nothing is chosen", () => {
    const once = chosenAfter(["b"], "c", SHIFT, ORDER);
    expect(chosenAfter(once, "a", SHIFT, ORDER).toSorted()).toEqual(["a", "b", "c"]);
    expect(chosenAfter([], "c", SHIFT, ORDER)).toEqual(["c"]);
    expect(chosenAfter(["not here"], "c", SHIFT, ORDER)).toEqual(["c"]);
  });

  it("go along with each other, and not with a file that is none of them", () => {
    chooseFile("a", NONE, ORDER);
    chooseFile("c", CTRL, ORDER);
    expect(carriedWith("c")).toEqual(["a", "c"]);
    expect(carriedWith("d")).toEqual(["d"]);
    expect(carriedInOrder("a", ["c", "b", "a"])).toEqual(["c", "a"]);
    expect(carriedInOrder("a", ["b"])).toEqual(["a", "c"]);
    chooseNoFiles();
    expect(useChosenFiles.getState().ids).toEqual([]);
  });
});
