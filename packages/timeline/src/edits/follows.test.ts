import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOps } from "../apply-ops.ts";
import type { ProjectDocument } from "../document.ts";
import { applyEdit } from "../edit.ts";
import type { Edit } from "../edit.ts";
import { FRAME, done, lay, must, show } from "../lanes.cases.ts";

const lanes = { "video-1": "A0-60 B60-120 C120-180", "video-2": "D60-180", "audio-1": "M60-90" };
const together = lay(lanes);
const stays = done(together, { type: "set-track", trackId: "audio-1", follows: false });

/** A ripple over all tracks whose edit is about `video-1` alone. */
const ripples = fc.oneof(
  fc
    .constantFrom("A", "B", "C")
    .map((clipId): Edit => ({ type: "ripple-delete", clipIds: [clipId], scope: "all" })),
  fc
    .tuple(fc.constantFrom("start", "end"), fc.integer({ min: -50, max: 50 }))
    .map(([edge, frames]): Edit => ({
      type: "trim-clip",
      clipId: "A",
      edge,
      deltaFlicks: frames * FRAME,
      ripple: "all",
    })),
);
const startOf = (document: ProjectDocument, id: string) => document.clips[id]?.start ?? -1;

describe("a track that follows ripples, and one that does not (E4)", () => {
  test("keep their sync with what they follow, or stay where they are, whatever ripples; undo is exact", () => {
    fc.assert(
      fc.property(ripples, (edit) => {
        const followed = applyEdit(together, edit);
        const after = followed.ok ? followed.value.document : together;
        // What was deleted has nothing left to be in sync with.
        const reference = after.clips["B"] ? startOf(after, "B") : startOf(after, "M");
        expect([startOf(after, "M"), startOf(after, "D")]).toEqual([reference, reference]);
        const alone = applyEdit(stays, edit);
        if (!alone.ok) return;
        const { document, patch } = alone.value;
        expect(show(document, "audio-1")).toBe("M60-90");
        expect(must(applyOps(document, patch.inverse))).toEqual(stays);
      }),
      { numRuns: 80, seed: 2026 },
    );
  });

  test("that has deleted clips of its own closes their room, along with the others' (E4)", () => {
    const later = done(stays, {
      type: "duplicate-clips",
      clipIds: ["M"],
      atFlicks: 200 * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "N",
    });
    const both = done(later, { type: "ripple-delete", clipIds: ["M", "B"], scope: "all" });
    expect(show(both, "audio-1")).toBe("N-1140-170");
    expect(show(both, "video-1")).toBe("A0-60 C60-120");
  });

  test("follows again as if nothing had been", () => {
    expect(done(stays, { type: "set-track", trackId: "audio-1", follows: true })).toEqual(together);
  });
});
