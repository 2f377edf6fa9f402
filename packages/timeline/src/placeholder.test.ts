import { describe, expect, test } from "vitest";
import { applyEdit } from "./edit.ts";
import { applyOps } from "./apply-ops.ts";
import { makePatch } from "./diff-documents.ts";
import type { MediaClip, ProjectDocument } from "./document.ts";
import { emptyHistory, record, redo, undo } from "./history.ts";
import { checkDocument } from "./invariants.ts";
import { FRAME, done, lay, must, show } from "./lanes.cases.ts";
import { fillPlaceholders, isUnfilled, placeholderFrom, takeToCome } from "./placeholder.ts";
import { takesOf } from "./takes.ts";

const RATE = { n: 30, d: 1 };
const LENGTH = 150 * FRAME;
const files: Readonly<Record<string, string>> = {
  asset_first: "1".repeat(64),
  asset_second: "2".repeat(64),
};
const come = (assetId: string) => {
  const checksum = files[assetId];
  return checksum === undefined ? undefined : { checksum, durationFlicks: LENGTH };
};
const nothing = () => undefined;

function placed(document: ProjectDocument, assetId = "asset_first"): ProjectDocument {
  const clip = must(
    placeholderFrom(
      { assetId, name: "sea", durationFlicks: LENGTH },
      { id: "P", trackId: "video-1", startFlicks: 0, rate: RATE },
    ),
  );
  return done(document, { type: "insert-clip", clip, mode: "insert", idBase: "x" });
}
const clipOf = (document: ProjectDocument, id = "P") => document.clips[id] as MediaClip;

describe("a placeholder", () => {
  test("is a sound clip of the length that was asked for, and makes room as any other", () => {
    const document = placed(lay({ "video-1": "A0-30" }));
    expect(show(document)).toBe("P0-150 A150-180");
    expect(checkDocument(document)).toEqual([]);
    expect(isUnfilled(clipOf(document))).toBe(true);
  });

  test("keeps what a person did to it when its file comes (E12)", () => {
    const document = placed(lay({ "video-1": "A0-30" }));
    const moved = done(document, {
      type: "trim-clip",
      clipId: "P",
      edge: "start",
      deltaFlicks: 40 * FRAME,
      ripple: "none",
    });
    const filled = fillPlaceholders(moved, come);
    expect(clipOf(filled)).toEqual({ ...clipOf(moved), checksum: files["asset_first"] });
    expect(filled.clips["A"]).toBe(moved.clips["A"]);
    expect(fillPlaceholders(filled, come)).toBe(filled);
    expect(fillPlaceholders(moved, nothing)).toBe(moved);
  });

  test("may use all that was promised when the file is shorter, and more when it is longer", () => {
    const document = placed(lay({}));
    const fill = (durationFlicks: number) =>
      clipOf(fillPlaceholders(document, () => ({ checksum: "1".repeat(64), durationFlicks })));
    expect(fill(LENGTH - FRAME).sourceDuration).toBe(LENGTH);
    expect(fill(LENGTH + FRAME)).toMatchObject({
      sourceDuration: LENGTH + FRAME,
      duration: LENGTH,
    });
  });

  test("every step before and after the fill is taken back and repeated, in any order (E12)", () => {
    let document = placed(lay({}));
    let history = emptyHistory();
    const step = (edit: Parameters<typeof applyEdit>[1]) => {
      const edited = must(applyEdit(document, edit));
      history = record(history, edit.type, edited.patch);
      document = edited.document;
    };
    const second = takeToCome("asset_second", LENGTH);
    step({ type: "use-take", clipId: "P", take: second });
    const [first = second] = takesOf(clipOf(document));
    step({ type: "use-take", clipId: "P", take: first });
    document = fillPlaceholders(document, come);
    for (const [move, wanted] of [
      [undo, "asset_second"],
      [undo, "asset_first"],
      [redo, "asset_second"],
      [redo, "asset_first"],
    ] as const) {
      const moved = must(move(history, document));
      history = moved.history;
      document = fillPlaceholders(moved.document, come);
      expect(clipOf(document)).toMatchObject({ assetId: wanted, checksum: files[wanted] });
      expect(checkDocument(document)).toEqual([]);
    }
  });

  test("a fill is a patch of two fields at most", () => {
    const document = placed(lay({ "video-1": "A0-30" }));
    const { forward } = makePatch(document, fillPlaceholders(document, come));
    expect(forward.map((op) => op.path.join("/"))).toEqual(["clips/P/checksum"]);
    expect(must(applyOps(document, forward))).toEqual(fillPlaceholders(document, come));
  });
});
