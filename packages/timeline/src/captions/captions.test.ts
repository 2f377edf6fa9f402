import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOps } from "../apply-ops.ts";
import type { CaptionClip, ProjectDocument } from "../document.ts";
import { applyEdit } from "../edit.ts";
import type { Edit } from "../edit.ts";
import { checkDocument } from "../invariants.ts";
import { FRAME, done, mediaAt, must, refusal, show } from "../lanes.cases.ts";
import { newProject, plainTrack } from "../new-project.ts";
import { clipsOnTrack, documentDuration } from "../queries.ts";
import { FLICKS_PER_MS } from "./cue.ts";
import type { Cue } from "./cue.ts";
import { layOutCues } from "./lay-out-cues.ts";
import { parseCaptions } from "./parse-captions.ts";
import { writeCaptions } from "./write-captions.ts";

const FPS = { n: 30, d: 1 };
const MS = FLICKS_PER_MS;

const empty: ProjectDocument = done(
  done(newProject({ rate: FPS }), {
    type: "add-track",
    track: plainTrack("cc", "caption", "Captions"),
  }),
  { type: "insert-clip", clip: mediaAt("film", "video-1", [0, 900]), mode: "place", idBase: "f" },
);

function withCues(
  cues: readonly (readonly [from: number, to: number, text: string])[],
): ProjectDocument {
  return done(empty, {
    type: "put-captions",
    trackId: "cc",
    mode: "add",
    idBase: "cue",
    cues: cues.map(([from, to, text]) => ({
      start: from * FRAME,
      duration: (to - from) * FRAME,
      text,
    })),
  });
}

function cue(document: ProjectDocument, id: string): CaptionClip {
  const clip = document.clips[id];
  if (clip?.kind !== "caption") throw new Error(`${id} is no cue`);
  return clip;
}

const texts = (document: ProjectDocument) =>
  clipsOnTrack(document, "cc").map((clip) => (clip.kind === "caption" ? clip.text : ""));

describe("laying cues out", () => {
  const cueAt = (startMs: number, endMs: number, text: string): Cue => ({
    start: startMs * MS,
    end: endMs * MS,
    text,
    words: [],
  });
  const laid = (cues: readonly Cue[]) =>
    layOutCues(cues, FPS).map(({ start, duration, text }) => [
      start / FRAME,
      (start + duration) / FRAME,
      text,
    ]);

  test("small overlaps are cut, real ones become a cue with both texts", () => {
    expect(
      laid([cueAt(0, 1_100, "a"), cueAt(1_000, 3_000, "b"), cueAt(2_000, 4_000, "c")]),
    ).toEqual([
      [0, 30, "a"],
      [30, 60, "b"],
      [60, 90, "b\nc"],
      [90, 120, "c"],
    ]);
  });

  test("a cue within another one interrupts it", () => {
    expect(laid([cueAt(0, 4_000, "song"), cueAt(1_000, 2_000, "word")])).toEqual([
      [0, 30, "song"],
      [30, 60, "song\nword"],
      [60, 120, "song"],
    ]);
  });

  test("T5, T6: whatever a file says, cues lie on frames, in order, none over another", () => {
    const any = fc.record({
      start: fc.integer({ min: 0, max: 5_000 }).map((ms) => ms * MS),
      length: fc.integer({ min: 1, max: 3_000 }).map((ms) => ms * MS),
      text: fc.constantFrom("a", "b", "c"),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (cues) => {
        const file = cues.map(({ start, length, text }) => ({
          start,
          end: start + length,
          text,
          words: [{ at: 0, from: 0, to: 1 }],
        }));
        const placed = layOutCues(file, FPS);
        if (placed.length === 0) return;
        const made = done(empty, {
          type: "put-captions",
          trackId: "cc",
          mode: "replace",
          idBase: "x",
          cues: placed,
        });
        expect(checkDocument(made)).toEqual([]);
        expect(clipsOnTrack(made, "cc")).toHaveLength(placed.length);
      }),
    );
  });
});

describe("edits of captions", () => {
  test("a new cue ends where the next one begins, and none begins inside another one", () => {
    const two = withCues([
      [10, 60, "one"],
      [90, 120, "two"],
    ]);
    const add = (from: number): Edit => ({
      type: "put-captions",
      trackId: "cc",
      mode: "add",
      idBase: "new",
      cues: [{ start: from * FRAME, duration: 60 * FRAME, text: "new" }],
    });
    expect(show(done(two, add(60)), "cc")).toBe("cue-110-60 new-160-90 cue-290-120");
    expect(refusal(two, add(20)).code).toBe("clip.overlap");
    expect(refusal(empty, { ...add(0), trackId: "video-1" } as Edit).code).toBe("track.kind");
  });

  test("split at the cursor and merge again give the text back", () => {
    const one = withCues([[0, 100, "Hello there world"]]);
    const halves = done(one, { type: "split-caption", clipId: "cue-1", at: 6, idBase: "half" });
    expect(texts(halves)).toEqual(["Hello", "there world"]);
    expect(show(halves, "cc")).toBe("cue-10-35 half-135-100");
    const whole = done(halves, { type: "merge-captions", clipIds: ["half-1", "cue-1"] });
    expect(whole).toEqual(one);
  });

  test("Chinese is joined without a space", () => {
    const two = withCues([
      [0, 30, "你好，"],
      [30, 60, "世界"],
    ]);
    const whole = done(two, { type: "merge-captions", clipIds: ["cue-1", "cue-2"] });
    expect(texts(whole)).toEqual(["你好，世界"]);
  });

  test("only neighbours are merged, only cues with text on both sides are split", () => {
    const three = withCues([
      [0, 30, "a"],
      [30, 60, "b"],
      [60, 90, "c"],
    ]);
    expect(refusal(three, { type: "merge-captions", clipIds: ["cue-1", "cue-3"] }).code).toBe(
      "cut.not-touching",
    );
    expect(
      refusal(three, { type: "split-caption", clipId: "cue-1", at: 1, idBase: "x" }).code,
    ).toBe("split.outside");
    expect(refusal(three, { type: "merge-captions", clipIds: ["cue-1", "film"] }).code).toBe(
      "clip.kind",
    );
  });

  test("T16: words keep their time when a cue is trimmed, and go when its text changes", () => {
    const timed = done(empty, {
      type: "put-captions",
      trackId: "cc",
      mode: "add",
      idBase: "cue",
      cues: [
        {
          start: 0,
          duration: 90 * FRAME,
          text: "one two three",
          words: [
            { at: 0, from: 0, to: 3 },
            { at: 30 * FRAME, from: 4, to: 7 },
            { at: 60 * FRAME, from: 8, to: 13 },
          ],
        },
      ],
    });
    const trimmed = done(timed, {
      type: "trim-clip",
      clipId: "cue-1",
      edge: "start",
      deltaFlicks: 40 * FRAME,
      ripple: "none",
    });
    expect(cue(trimmed, "cue-1").words?.map((word) => [word.at / FRAME, word.from])).toEqual([
      [0, 4],
      [20, 8],
    ]);
    const said = done(timed, { type: "split-caption", clipId: "cue-1", at: 8, idBase: "half" });
    expect(show(said, "cc")).toBe("cue-10-60 half-160-90");
    expect(cue(said, "half-1").words).toEqual([{ at: 0, from: 0, to: 5 }]);
    const other = { type: "set-clip", clipIds: ["cue-1"], changes: { text: "one" } } as const;
    expect(cue(done(timed, other), "cue-1").words).toBeUndefined();
  });

  test("a cut through all tracks leaves captions whole, and captions make no film longer", () => {
    const late = withCues([[880, 990, "credits"]]);
    expect(documentDuration(late)).toBe(900 * FRAME);
    const cut = done(late, {
      type: "split-clip",
      atFlicks: 890 * FRAME,
      clipIds: null,
      idBase: "s",
    });
    expect(texts(cut)).toEqual(["credits"]);
  });

  test("one style for a track: a field changes, the rest stays, and only a caption track has one", () => {
    const styled = done(empty, {
      type: "set-track",
      trackId: "cc",
      captionStyle: { size: 0.1 },
    });
    expect(styled.tracks["cc"]?.captionStyle).toMatchObject({ size: 0.1, anchor: "bottom" });
    const film = { type: "set-track", trackId: "video-1", captionStyle: { size: 0.1 } } as const;
    expect(refusal(empty, film)).toMatchObject({ code: "edit.breaks-rule" });
  });

  test("E1: every edit of captions can be taken back to the same document", () => {
    const start = withCues([
      [0, 40, "one two"],
      [40, 80, "three four"],
      [100, 140, "five"],
    ]);
    const id = fc.constantFrom("cue-1", "cue-2", "cue-3", "film");
    const edit = fc.oneof(
      fc.record({
        type: fc.constant("split-caption" as const),
        clipId: id,
        at: fc.integer({ min: 1, max: 12 }),
        idBase: fc.constant("s"),
      }),
      fc.record({
        type: fc.constant("merge-captions" as const),
        clipIds: fc.array(id, { minLength: 2, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant("put-captions" as const),
        trackId: fc.constant("cc"),
        mode: fc.constantFrom("add" as const, "replace" as const),
        idBase: fc.constant("p"),
        cues: fc.array(
          fc.record({
            start: fc.integer({ min: 0, max: 300 * FRAME }),
            duration: fc.integer({ min: 1, max: 90 * FRAME }),
            text: fc.string(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      fc.record({
        type: fc.constant("move-clips" as const),
        clipIds: fc.array(id, { minLength: 1, maxLength: 2 }),
        deltaFlicks: fc.integer({ min: -60 * FRAME, max: 60 * FRAME }),
        trackDelta: fc.constant(0),
        mode: fc.constantFrom("place" as const, "overwrite" as const),
        idBase: fc.constant("m"),
      }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        let document = start;
        for (const one of edits) {
          const edited = applyEdit(document, one);
          if (!edited.ok) continue;
          const { patch } = edited.value;
          expect(checkDocument(edited.value.document)).toEqual([]);
          expect(must(applyOps(edited.value.document, patch.inverse))).toEqual(document);
          document = edited.value.document;
        }
      }),
    );
  });
});

describe("files beside the film", () => {
  const spoken = withCues([
    [15, 60, "Hello\n\n<there> & you"],
    [60, 90, "Bye"],
    [890, 1_000, "credits"],
    [910, 1_000, "after the end"],
  ]);

  test("SRT has CRLF, numbers and commas, and no empty line inside a cue", () => {
    expect(writeCaptions(spoken, "cc", "srt").split("\r\n").slice(0, 8)).toEqual([
      "1",
      "00:00:00,500 --> 00:00:02,000",
      "Hello",
      "<there> & you",
      "",
      "2",
      "00:00:02,000 --> 00:00:03,000",
      "Bye",
    ]);
    expect(writeCaptions(spoken, "cc", "srt")).not.toContain("after the end");
  });

  test("what is written is read again as it was, in either format", () => {
    for (const format of ["srt", "vtt"] as const) {
      const { cues } = must(parseCaptions(writeCaptions(spoken, "cc", format)));
      expect(cues.map((one) => one.text.replace("<there>", ""))).toEqual([
        expect.stringContaining("Hello\n"),
        "Bye",
        "credits",
      ]);
      expect(cues[0]).toMatchObject({ start: 15 * FRAME, end: 60 * FRAME });
    }
  });

  test("WebVTT carries the times of words", () => {
    const timed = done(empty, {
      type: "put-captions",
      trackId: "cc",
      mode: "add",
      idBase: "cue",
      cues: [
        {
          start: 30 * FRAME,
          duration: 60 * FRAME,
          text: "one two",
          words: [
            { at: 0, from: 0, to: 3 },
            { at: 15 * FRAME, from: 4, to: 7 },
          ],
        },
      ],
    });
    const file = writeCaptions(timed, "cc", "vtt");
    expect(file).toContain("one <00:00:01.500>two");
    expect(must(parseCaptions(file)).cues[0]?.words).toEqual(cue(timed, "cue-1").words);
  });
});
