import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOps } from "../apply-ops.ts";
import { makePatch } from "../diff-documents.ts";
import { projectDocument } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { applyEdit, editSchema } from "../edit.ts";
import type { Edit } from "../edit.ts";
import type { EditFailure } from "../failure-codes.ts";
import { emptyHistory, historyFromJson, historyToJson, record, redo, undo } from "../history.ts";
import { checkDocument } from "../invariants.ts";
import { lay, must } from "../lanes.cases.ts";
import { plainTrack } from "../new-project.ts";
import { someEdit } from "./random-edits.cases.ts";
import { captionAt, dice } from "./random-parts.cases.ts";

/** Frozen through and through; what is shared with an earlier document is already. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/** A refusal that would mean that the edit itself has made something wrong. */
function ownMistake(edit: Edit, failure: EditFailure): string | null {
  const asked = ("mode" in edit && edit.mode) || ("ripple" in edit && edit.ripple);
  // Clips that leave their track may meet a link partner that moves in time only.
  const mayMeet = "trackDelta" in edit && edit.trackDelta !== 0;
  const expected =
    failure.code === "clip.overlap"
      ? ["place", "none", "add", "replace"].includes(String(asked)) || mayMeet
      : !["edit.breaks-rule", "clip.source-range", "track.kind"].includes(failure.code);
  return expected ? null : JSON.stringify({ failure, edit });
}

const films = lay({
  "video-1": "A0-60 B60-120 C120-180",
  "video-2": "D30-90",
  "audio-1": "M0-150",
  "text-1": "T10-50",
});
const start: ProjectDocument = {
  ...films,
  trackOrder: [...films.trackOrder, "captions"],
  tracks: { ...films.tracks, captions: plainTrack("captions", "caption", "Captions") },
  clips: {
    ...films.clips,
    P: captionAt("P", "captions", [0, 40]),
    Q: captionAt("Q", "captions", [40, 80]),
    R: captionAt("R", "captions", [100, 140]),
  },
};

/** Documents that a person could have made. */
function walk(
  seed: number,
  length: number,
  visit: (before: ProjectDocument, edit: Edit) => ProjectDocument,
) {
  const roll = dice(seed);
  let document = start;
  for (let count = 0; count < length; count += 1) {
    document = visit(document, someEdit(document, roll, count));
  }
  return document;
}

/** One seed for every run of the suite: a red build must be red again. */
const SEED = 2026;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe("any edit of any document", () => {
  test("F37: 200 random edits break no rule, each is undone and redone exactly, and half succeed", () => {
    let carriedOut = 0;
    let tried = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(seed, 200, (before, edit) => {
          // An edit that wrote into what it was given would throw.
          const edited = applyEdit(freeze(before), edit);
          tried += 1;
          expect(edited.ok ? null : ownMistake(edit, edited.failure)).toBeNull();
          if (!edited.ok) return before;
          carriedOut += 1;
          const { document, patch } = edited.value;
          if (patch.forward.length > 0) kinds.add(edit.type);
          expect(checkDocument(document)).toEqual([]);
          expect(must(applyOps(document, patch.inverse))).toEqual(before);
          expect(must(applyOps(before, patch.forward))).toEqual(document);
          return document;
        });
      }),
      { numRuns: 8, seed: SEED },
    );
    expect(carriedOut / tried).toBeGreaterThan(0.4);
    expect([...kinds].toSorted()).toEqual(
      editSchema.options.map((option) => option.shape.type.value).toSorted(),
    );
  });

  test("the document after 200 random edits passes the schema as JSON", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const end = walk(seed, 200, (before, edit) => {
          const edited = applyEdit(before, edit);
          return edited.ok ? edited.value.document : before;
        });
        const copy: unknown = JSON.parse(JSON.stringify(end));
        expect(projectDocument.parse(copy)).toEqual(end);
      }),
      { numRuns: 6, seed: SEED },
    );
  });

  test("what an edit does not change keeps its identity", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(seed, 60, (before, edit) => {
          const edited = applyEdit(before, edit);
          if (!edited.ok) return before;
          const { document, patch } = edited.value;
          const touched = new Set(patch.forward.map((op) => `${op.path[0]}/${op.path[1] ?? ""}`));
          const renewed = Object.keys(before.clips).filter(
            (id) => !touched.has(`clips/${id}`) && document.clips[id] !== before.clips[id],
          );
          expect(renewed).toEqual([]);
          expect(document === before).toBe(patch.forward.length === 0);
          return document;
        });
      }),
      { numRuns: 6, seed: SEED },
    );
  });

  test("a locked track is the same after any edit that is not about the track itself (E3)", () => {
    const locked: ProjectDocument = {
      ...start,
      tracks: { ...start.tracks, "video-1": { ...start.tracks["video-1"]!, locked: true } },
    };
    const own = (document: ProjectDocument) =>
      Object.values(document.clips).filter((clip) => clip.trackId === "video-1");
    fc.assert(
      fc.property(seeds, (seed) => {
        const roll = dice(seed);
        const edit = someEdit(locked, roll, 1);
        if (edit.type === "set-track" || edit.type === "set-settings") return;
        const edited = applyEdit(locked, edit);
        expect(own(edited.ok ? edited.value.document : locked)).toEqual(own(locked));
      }),
      { numRuns: 600, seed: SEED },
    );
  });
});

describe("patches and history", () => {
  test("the difference of any two documents leads from one to the other", () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        const step = (before: ProjectDocument, edit: Edit) => {
          const edited = applyEdit(before, edit);
          return edited.ok ? edited.value.document : before;
        };
        const a = walk(one, 40, step);
        const b = walk(other, 40, step);
        const patch = makePatch(a, b);
        expect(must(applyOps(a, patch.forward))).toEqual(b);
        expect(must(applyOps(b, patch.inverse))).toEqual(a);
        expect(makePatch(a, JSON.parse(JSON.stringify(a)) as ProjectDocument).forward).toEqual([]);
      }),
      { numRuns: 20, seed: SEED },
    );
  });

  test("a whole session is taken back and repeated step by step, also after a reload", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        let history = emptyHistory();
        const seen: ProjectDocument[] = [start];
        walk(seed, 60, (before, edit) => {
          const edited = applyEdit(before, edit);
          if (!edited.ok || edited.value.patch.forward.length === 0) return before;
          history = record(history, edit.type, edited.value.patch);
          seen.push(edited.value.document);
          return edited.value.document;
        });
        const stored: unknown = JSON.parse(JSON.stringify(historyToJson(history)));
        let again = must(historyFromJson(stored));
        expect(again).toEqual(history);
        let document = seen.at(-1) ?? start;
        for (const earlier of seen.toReversed().slice(1)) {
          const back = must(undo(again, document));
          expect(back.document).toEqual(earlier);
          ({ history: again, document } = back);
        }
        for (const later of seen.slice(1)) {
          const forth = must(redo(again, document));
          expect(forth.document).toEqual(later);
          ({ history: again, document } = forth);
        }
      }),
      { numRuns: 6, seed: SEED },
    );
  });
});
