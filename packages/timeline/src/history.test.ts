import { describe, expect, test } from "vitest";
import { applyEdit } from "./edit.ts";
import {
  HISTORY_LIMIT,
  appendGesture,
  beginGesture,
  cancelGesture,
  commitGesture,
  emptyHistory,
  historyFromJson,
  historyToJson,
  record,
  redo,
  undo,
} from "./history.ts";
import { FRAME, done, lay, must } from "./lanes.cases.ts";

const start = lay({ "video-1": "A0-30" });
const moved = (frames: number) =>
  must(
    applyEdit(start, {
      type: "move-clips",
      clipIds: ["A"],
      deltaFlicks: frames * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "m",
    }),
  );

describe("history", () => {
  test("a gesture of many changes is one step, and its patch only holds what changed in the end", () => {
    let history = beginGesture(emptyHistory(), "move", start);
    for (let frame = 1; frame <= 50; frame += 1) {
      history = appendGesture(history, moved(frame).document);
    }
    const { history: after, patch } = commitGesture(history);
    expect(after.past).toHaveLength(1);
    expect(patch?.forward).toEqual([{ path: ["clips", "A", "start"], value: 50 * FRAME }]);
    const back = must(undo(after, moved(50).document));
    expect(back.document).toEqual(start);
    expect(back.label).toBe("move");
    expect(back.ops).toEqual([{ path: ["clips", "A", "start"], value: 0 }]);
  });

  test("a gesture that ends where it began leaves no step, and keeps what can be redone", () => {
    const once = record(emptyHistory(), "move", moved(5).patch);
    const undone = must(undo(once, moved(5).document)).history;
    let history = beginGesture(undone, "move", start);
    history = appendGesture(history, moved(9).document);
    history = appendGesture(history, start);
    const { history: after, patch } = commitGesture(history);
    expect(patch).toBeNull();
    expect(after).toEqual(undone);
  });

  test("cancelling gives the very document back that the gesture began on", () => {
    const open = appendGesture(beginGesture(emptyHistory(), "move", start), moved(9).document);
    const { history, document } = cancelGesture(open);
    expect(document).toBe(start);
    expect(history).toEqual(emptyHistory());
  });

  test("a new step forgets what could be redone", () => {
    const once = record(emptyHistory(), "move", moved(5).patch);
    const undone = must(undo(once, moved(5).document)).history;
    expect(undone.future).toHaveLength(1);
    expect(record(undone, "move", moved(7).patch).future).toEqual([]);
  });

  test("refuses an empty stack, an open gesture and a document it does not fit", () => {
    expect(undo(emptyHistory(), start)).toMatchObject({ failure: { code: "history.empty" } });
    expect(redo(emptyHistory(), start)).toMatchObject({ failure: { code: "history.empty" } });
    const open = beginGesture(record(emptyHistory(), "move", moved(5).patch), "x", start);
    expect(undo(open, start)).toMatchObject({ failure: { code: "history.gesture-open" } });
    const once = record(emptyHistory(), "move", moved(5).patch);
    const other = done(moved(5).document, { type: "lift", clipIds: ["A"] });
    expect(undo(once, other)).toMatchObject({ failure: { code: "patch.path" } });
  });

  test("keeps the last steps only", () => {
    let history = emptyHistory();
    for (let step = 0; step < HISTORY_LIMIT + 5; step += 1) {
      history = record(history, `step ${step}`, moved(5).patch);
    }
    expect(history.past).toHaveLength(HISTORY_LIMIT);
    expect(history.past[0]?.label).toBe("step 5");
  });

  test("is stored without the open gesture, and unreadable JSON is refused", () => {
    const open = beginGesture(record(emptyHistory(), "move", moved(5).patch), "x", start);
    const stored: unknown = JSON.parse(JSON.stringify(historyToJson(open)));
    expect(must(historyFromJson(stored))).toEqual({ ...open, gesture: null });
    for (const json of [
      null,
      {},
      { version: 2, past: [], future: [] },
      { version: 1, past: [1] },
    ]) {
      expect(historyFromJson(json)).toMatchObject({ failure: { code: "history.unreadable" } });
    }
  });
});
