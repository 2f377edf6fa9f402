import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOps } from "../apply-ops.ts";
import { makePatch } from "../diff-documents.ts";
import { projectDocument } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { duckingAssets } from "../ducking-assets.ts";
import type { Edit } from "../edit.ts";
import { emptyHistory, historyFromJson, historyToJson, record, undo } from "../history.ts";
import { checkDocument } from "../invariants.ts";
import { FRAME, crossfade, done, lay, must, refusal, show } from "../lanes.cases.ts";
import { fillPlaceholders, placeholderFrom } from "../placeholder.ts";
import { documentDuration } from "../queries.ts";
import { someEdit } from "../edits/random-edits.cases.ts";
import { captionAt, dice } from "../edits/random-parts.cases.ts";
import { clipEnd } from "../source.ts";
import { DEFAULT_DUCKING } from "../track-sound.ts";
import { editWithin } from "./edit-within.ts";
import { flatten } from "./flatten.ts";
import { everyClip, insideOf } from "./sequences.ts";

const make = (clipIds: readonly string[], name = "C"): Edit => ({
  type: "make-compound",
  clipIds,
  sequenceId: `inside-${name}`,
  name,
  idBase: name,
});
const apart = (clipId: string): Edit => ({ type: "break-compound", clipId, idBase: "X" });

const films = lay({ "video-1": "Z0-30 A30-90 B90-150", "text-1": "T40-80", "audio-1": "M30-150" });
const whole = done(crossfade(films, "A", "B", 10), make(["A", "B", "T", "M"]));

const insideC = (document: ProjectDocument) => {
  const inside = insideOf(document, "inside-C");
  if (inside === null) throw new Error("nothing is inside");
  return inside;
};

/** What is on each track that shows anything, without the names of clips. */
function seen(document: ProjectDocument) {
  return flatten(document).trackOrder.flatMap((id) => {
    const clips = Object.values(flatten(document).clips).filter((clip) => clip.trackId === id);
    const inTime = clips.toSorted((a, b) => a.start - b.start);
    const kind = flatten(document).tracks[id]?.kind;
    return clips.length === 0
      ? []
      : [
          [
            kind,
            ...inTime.map((one) => `${one.name} ${one.start / FRAME}-${clipEnd(one) / FRAME}`),
          ],
        ];
  });
}

/** As `seen`, whichever track it is on. */
function lone(document: ProjectDocument): string[] {
  return seen(document)
    .flatMap(([kind, ...clips]) => clips.map((clip) => `${kind} ${clip}`))
    .toSorted();
}

describe("make-compound", () => {
  test("its clips lie inside as they lay, from 0 on, with the transition between them (E15)", () => {
    expect(show(whole)).toBe("Z0-30 C-130-150");
    const inside = insideC(whole);
    expect(show(inside)).toBe("A0-60 B60-120");
    expect(show(inside, "text-1")).toBe("T10-50");
    expect(show(inside, "audio-1")).toBe("M0-120");
    expect(Object.keys(inside.transitions)).toEqual(["A-B"]);
    expect(whole.transitions).toEqual({});
    expect(projectDocument.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  test("goes above the others where their tracks have no room, or would change their sound (E15)", () => {
    const between = lay({ "video-1": "A0-30 B30-60 D60-90" });
    const made = done(between, make(["A", "D"]));
    expect(made.trackOrder).toEqual(between.trackOrder.toSpliced(3, 0, "C-track"));
    expect(show(made, "C-track")).toBe("C-10-90");
    const quiet = done(films, { type: "set-track", trackId: "video-1", gainDb: -6 });
    expect(show(done(quiet, make(["A", "B", "M"])), "C-track")).toBe("C-130-150");
    expect(show(done(quiet, make(["A", "B"])))).toBe("Z0-30 C-130-150");
  });

  test("refuses captions, sound alone, a torn transition, and a name that is taken (E15)", () => {
    const faded = crossfade(films, "Z", "A", 8);
    expect(refusal(faded, make(["A"])).code).toBe("compound.transition-outside");
    expect(refusal(films, make(["M"])).code).toBe("compound.no-picture");
    expect(refusal(whole, make(["Z"])).code).toBe("id.taken");
    const captioned = done(films, {
      type: "add-track",
      track: { ...films.tracks["text-1"]!, id: "cc", kind: "caption" },
    });
    const cue = { ...captioned, clips: { ...films.clips, P: captionAt("P", "cc", [0, 30]) } };
    expect(refusal(cue, make(["A", "P"])).code).toBe("compound.captions");
    const locked = done(films, { type: "set-track", trackId: "audio-1", locked: true });
    expect(refusal(locked, make(["A", "M"])).code).toBe("track.locked");
  });
});

describe("a compound clip", () => {
  test("shows the same as its contents laid flat, wherever it is moved, trimmed or split (E15)", () => {
    expect(lone(whole)).toEqual(lone(films));
    const trimmed = done(whole, {
      type: "trim-clip",
      clipId: "C-1",
      edge: "start",
      deltaFlicks: 20 * FRAME,
      ripple: "none",
    });
    const cut = done(trimmed, {
      type: "split-clip",
      atFlicks: 100 * FRAME,
      clipIds: null,
      idBase: "S",
    });
    const text = ["text", "T 50-80"];
    const sound = ["audio", "M 50-100", "M 100-150"];
    const films2 = ["video", "A 50-90", "B 90-100", "B 100-150"];
    expect(seen(cut)).toEqual([["video", "Z 0-30"], sound, films2, text]);
  });

  test("ends where its contents end, and begins where they begin (E15)", () => {
    const trim = (edge: "start" | "end", by: number): Edit => ({
      type: "trim-clip",
      clipId: "C-1",
      edge,
      deltaFlicks: by * FRAME,
      ripple: "none",
    });
    const shorter = done(whole, trim("end", -50));
    expect(show(done(shorter, trim("end", 500)))).toBe("Z0-30 C-130-150");
    expect(show(done(whole, trim("start", -10)))).toBe("Z0-30 C-130-150");
  });

  test("has no transitions, and nothing of its own but a name, a level and silence (E15)", () => {
    const joint: Edit = {
      type: "add-transition",
      id: "t",
      kind: "crossfade",
      leftClipId: "Z",
      rightClipId: "C-1",
      durationFlicks: 4 * FRAME,
    };
    expect(refusal(whole, joint).code).toBe("transition.compound");
    const set = (changes: object): Edit => ({ type: "set-clip", clipIds: ["C-1"], changes });
    expect(refusal(whole, set({ opacity: 0.5 })).code).toBe("clip.kind");
    const quiet = done(whole, set({ audio: { gainDb: -6, muted: true } }));
    const audio = { gainDb: -6, muted: true };
    expect(flatten(quiet).clips["C-1.M"]).toMatchObject({ audio });
  });

  test("is the same in every copy: an edit inside shows in all of them (E15)", () => {
    const copied = done(whole, {
      type: "duplicate-clips",
      clipIds: ["C-1"],
      atFlicks: 200 * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "D",
    });
    const edited = must(editWithin(copied, "inside-C", { type: "lift", clipIds: ["T"] }));
    expect(
      seen(edited)
        .flat()
        .filter((text) => text?.startsWith("T")),
    ).toEqual([]);
    expect(
      seen(edited)
        .flat()
        .filter((text) => text?.startsWith("B")),
    ).toEqual(["B 90-150", "B 260-320"]);
    expect(everyClip(edited)).toHaveLength(6);
  });

  test("cannot lie in itself, and its inside has no captions (T21, T22)", () => {
    const clip = whole.clips["C-1"]!;
    const paste: Edit = {
      type: "insert-clip",
      clip: { ...clip, id: "again", start: 300 * FRAME },
      mode: "place",
      idBase: "p",
    };
    const refused = editWithin(whole, "inside-C", paste);
    expect(refused.ok ? null : refused.failure.code).toBe("compound.nested");
    const track = { ...whole.tracks["text-1"]!, id: "cc", kind: "caption" as const };
    const captions = editWithin(whole, "inside-C", { type: "add-track", track });
    expect(captions.ok ? null : captions.failure.code).toBe("compound.captions");
    const { sequences: _sequences, ...without } = whole;
    expect(checkDocument(without).map(({ rule }) => rule)).toEqual(["T20"]);
  });
});

describe("break-compound", () => {
  test("puts everything back where it was, and forgets what nothing shows any more (E15)", () => {
    const before = crossfade(films, "A", "B", 10);
    const back = must(editWithin(whole, null, apart("C-1")));
    expect(back.sequences).toBeUndefined();
    expect(back.trackOrder).toEqual(before.trackOrder);
    expect(seen(back)).toEqual(seen(before));
    expect(Object.values(back.transitions)).toHaveLength(1);
  });

  test("lays only what is seen, onto new tracks where others are in the way (E15)", () => {
    const blocked = done(whole, {
      type: "insert-clip",
      clip: { ...films.clips["T"]!, id: "U", name: "U" },
      mode: "place",
      idBase: "u",
    });
    const shorter = done(blocked, {
      type: "trim-clip",
      clipId: "C-1",
      edge: "end",
      deltaFlicks: -60 * FRAME,
      ripple: "none",
    });
    const back = done(shorter, apart("C-1"));
    expect(seen(back)).toEqual([
      ["audio", "M 30-90"],
      ["video", "Z 0-30", "A 30-90"],
      ["text", "T 40-80"],
      ["text", "U 40-80"],
    ]);
  });
});

describe("what looks at all clips", () => {
  test("fills placeholders inside, and ducks by what is heard inside (E12)", () => {
    const file = { assetId: "made", name: "Made", durationFlicks: 60 * FRAME };
    const place = { id: "N", trackId: "video-2", startFlicks: 0, rate: films.settings.rate };
    const clip = must(placeholderFrom(file, place));
    const document = done({ ...films, clips: { ...films.clips, N: clip } }, make(["N"]));
    const checksum = "c".repeat(64);
    const filled = fillPlaceholders(document, () => ({ checksum, durationFlicks: 60 * FRAME }));
    expect(insideC(filled).clips["N"]).toMatchObject({ checksum });
    expect(fillPlaceholders(filled, () => undefined)).toBe(filled);
    const music = { type: "set-track", trackId: "audio-2", ducking: DEFAULT_DUCKING } as const;
    expect([...duckingAssets(done(whole, music))].toSorted()).toEqual([
      "asset-A",
      "asset-B",
      "asset-M",
      "asset-Z",
    ]);
  });

  test("another rate moves what is inside to its frames, too (T5)", () => {
    const at25 = must(
      editWithin(whole, "inside-C", { type: "set-settings", settings: { rate: { n: 25, d: 1 } } }),
    );
    expect(checkDocument(at25)).toEqual([]);
    expect(documentDuration(insideC(at25))).toBe(documentDuration(insideC(whole)));
  });
});

describe("any edit, inside and outside", () => {
  const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

  /** A person at work: sometimes in a compound clip, sometimes not. */
  function walk(seed: number, visit: (before: ProjectDocument, after: ProjectDocument) => void) {
    const roll = dice(seed);
    let document = whole;
    for (let count = 0; count < 80; count += 1) {
      const place = roll.of([null, ...Object.keys(document.sequences ?? {})]);
      const open = place === null ? document : insideOf(document, place);
      if (open === null) throw new Error("nothing is inside");
      const edited = editWithin(document, place, someEdit(open, roll, count));
      if (!edited.ok || edited.value === document) continue;
      visit(document, edited.value);
      document = edited.value;
    }
  }

  test("keeps every rule, is undone exactly after a reload, and lies flat by the rules (F37)", () => {
    let depth = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        let history = emptyHistory();
        const states = [whole];
        walk(seed, (before, after) => {
          const patch = makePatch(before, after);
          if (patch.forward.length === 0) return;
          expect(patch.forward.every(({ path }) => path.length <= 6)).toBe(true);
          expect(checkDocument(after)).toEqual([]);
          expect(must(applyOps(before, patch.forward))).toEqual(after);
          const flat = flatten(after);
          expect(checkDocument(flat)).toEqual([]);
          expect(Object.values(flat.clips).some(({ kind }) => kind === "compound")).toBe(false);
          depth = Math.max(depth, ...Object.keys(flat.clips).map((id) => id.split(".").length));
          history = record(history, "edit", patch);
          states.push(after);
        });
        let again = must(historyFromJson(JSON.parse(JSON.stringify(historyToJson(history)))));
        let document = states.pop() ?? whole;
        for (const earlier of states.toReversed()) {
          const back = must(undo(again, document));
          expect(back.document).toEqual(earlier);
          ({ history: again, document } = back);
        }
      }),
      { numRuns: 8, seed: 2026 },
    );
    expect(depth).toBeGreaterThan(2);
  });

  test("breaking any of them apart changes nothing of what is seen and heard (E15)", () => {
    let broken = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(seed, (_before, after) => {
          const clip = Object.values(after.clips).find(({ kind }) => kind === "compound");
          if (clip === undefined) return;
          const back = editWithin(after, null, apart(clip.id));
          if (!back.ok) return;
          broken += 1;
          expect(lone(back.value)).toEqual(lone(after));
        });
      }),
      { numRuns: 4, seed: 7 },
    );
    expect(broken).toBeGreaterThan(20);
  });
});
