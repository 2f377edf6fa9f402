import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOps } from "../apply-ops.ts";
import { applyEdit } from "../edit.ts";
import { FRAME, done, lay, must, refusal, show } from "../lanes.cases.ts";
import { documentDuration } from "../queries.ts";
import { syncOffsets } from "../sync.ts";

const linked = done(lay({ "video-1": "A0-60 B60-120", "audio-1": "M0-120", "text-1": "T80-90" }), {
  type: "link",
  clipIds: ["A", "M"],
  linkId: "pair",
});
const cleared = (from: number, to: number, close: boolean) =>
  ({
    type: "clear-range",
    startFlicks: from * FRAME,
    endFlicks: to * FRAME,
    close,
    idBase: "n",
  }) as const;

describe("a range of time", () => {
  test("is lifted from every unlocked track, and its room stays", () => {
    const lifted = done(linked, cleared(30, 70, false));
    expect(show(lifted)).toBe("A0-30 B70-120");
    expect(show(lifted, "audio-1")).toMatch(/^M0-30 n-\d70-120$/);
    expect(show(lifted, "text-1")).toBe("T80-90");
    const locked = done(linked, { type: "set-track", trackId: "audio-1", locked: true });
    expect(show(done(locked, cleared(30, 70, false)), "audio-1")).toBe("M0-120");
  });

  test("is extracted from every track that follows; what stays out of it stays whole (E4)", () => {
    const extracted = done(linked, cleared(30, 70, true));
    expect(show(extracted)).toBe("A0-30 B30-80");
    expect(show(extracted, "text-1")).toBe("T40-50");
    const stays = done(linked, { type: "set-track", trackId: "text-1", follows: false });
    expect(show(done(stays, cleared(30, 70, true)), "text-1")).toBe("T80-90");
  });

  test("of less than a frame is refused", () => {
    expect(refusal(linked, cleared(30, 30, true)).code).toBe("range.empty");
    expect(refusal(linked, cleared(30, 20, true)).code).toBe("range.empty");
  });

  test("closes by exactly its length, puts nothing out of sync, and is undone exactly (E4, E13)", () => {
    const frames = fc.integer({ min: 0, max: 120 });
    fc.assert(
      fc.property(frames, frames, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const edited = applyEdit(linked, cleared(from, to, true));
        if (!edited.ok) return;
        const { document, patch } = edited.value;
        expect(documentDuration(document)).toBe((120 - (to - from)) * FRAME);
        expect([...syncOffsets(document)]).toEqual([]);
        expect(must(applyOps(document, patch.inverse))).toEqual(linked);
      }),
      { numRuns: 60, seed: 2026 },
    );
  });
});
