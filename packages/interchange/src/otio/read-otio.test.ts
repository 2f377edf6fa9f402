import { checkDocument, framesToFlicks } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, film, piece } from "../samples.cases.ts";
import { writeInterchange } from "../write-interchange.ts";
import { readOtio } from "./read-otio.ts";
import resolve from "./fixtures/from-elsewhere.json" with { type: "json" };

const RATE = { n: 24, d: 1 };
const elsewhere = JSON.stringify(resolve);

function read(text: string, library: Parameters<typeof readOtio>[1] = []) {
  const result = readOtio(text, library);
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

describe("files that are no timelines", () => {
  it("are refused by a code, never thrown", () => {
    const codes = [
      ["", "interchange.unreadable"],
      ["{", "interchange.unreadable"],
      ["null", "interchange.not-otio"],
      ["[]", "interchange.not-otio"],
      ['{"OTIO_SCHEMA":"Timeline.2"}', "interchange.not-otio"],
      [elsewhere.replace('"value":48', '"value":"48"'), "interchange.not-otio"],
      [
        '{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}',
        "interchange.empty",
      ],
      [" ".repeat(33 * 1024 * 1024), "interchange.too-large"],
    ] as const;
    for (const [text, code] of codes) {
      expect(readOtio(text, [])).toMatchObject({ ok: false, failure: { code } });
    }
  });
});

describe("a file of another program", () => {
  const takeA = { ...film("a1", RATE, "take A.mov") };
  const takeB = { ...film("b1", RATE, "take B.mov") };

  it("becomes cuts, gaps, speeds and a transition at the rate of its clips", () => {
    const { document, name, notes } = read(elsewhere, [takeA, takeB]);
    expect(checkDocument(document)).toEqual([]);
    expect(name).toBe("Scene 12");
    expect(document.settings).toMatchObject({ rate: RATE, width: 1280, height: 720 });
    const frame = framesToFlicks(1, RATE);
    const clips = Object.values(document.clips)
      .filter((clip) => clip.kind === "media" && clip.mediaKind === "video")
      .map(
        (clip) =>
          clip.kind === "media" && [
            clip.name,
            clip.assetId,
            clip.start / frame,
            clip.duration / frame,
            clip.sourceStart / frame,
            clip.speed,
          ],
      );
    expect(clips).toEqual([
      ["A", "a1", 0, 48, 100, { n: 1, d: 1 }],
      ["B", "b1", 48, 24, 10, { n: 2, d: 1 }],
      ["A again", "a1", 96, 24, 200, { n: 1, d: 1 }],
    ]);
    const [transition] = Object.values(document.transitions);
    expect(transition).toMatchObject({ kind: "crossfade", duration: 8 * frame });
    expect(notes).toEqual([
      { code: "effects", count: 1 },
      { code: "generators", count: 1 },
      { code: "nested", count: 1 },
      { code: "transitions-changed", count: 1 },
    ]);
  });

  it("has a fade where it dissolves to nothing, and markers on frames", () => {
    const { document } = read(elsewhere, [takeA, takeB]);
    const frame = framesToFlicks(1, RATE);
    const last = Object.values(document.clips).find((clip) => clip.name === "A again");
    expect(last).toMatchObject({ fadeOut: 6 * frame });
    expect(Object.values(document.markers)).toMatchObject([
      { at: 12 * frame, name: "look here", colour: "#7fcf8e" },
    ]);
  });

  it("is not heard twice where sound has a track of its own", () => {
    const { document } = read(elsewhere, [takeA, takeB]);
    const clips = Object.values(document.clips).flatMap((clip) =>
      clip.kind === "media" ? [[clip.name, clip.mediaKind, clip.audio.muted]] : [],
    );
    expect(clips).toContainEqual(["A", "video", true]);
    expect(clips).toContainEqual(["A", "audio", false]);
    expect(clips).toContainEqual(["B", "video", false]);
  });

  it("keeps clips whose files are not there and names those files", () => {
    const { document, missing } = read(elsewhere, [takeA]);
    expect(checkDocument(document)).toEqual([]);
    expect(missing).toEqual([{ assetId: "offline-1", name: "take B.mov", clipCount: 1 }]);
  });

  it("takes no file of the same name that is shorter or of another length", () => {
    const short = { ...takeB, facts: { ...takeB.facts, duration: 1, video: null } };
    expect(read(elsewhere, [takeA, short]).missing).toHaveLength(1);
  });
});

describe("a file of ours", () => {
  it("finds a renamed file by its id, and none whose bytes are others", () => {
    const before = film("a1", RATE, "before.mp4");
    const at = { id: "c", trackId: "video-1", assetId: "a1", from: 0, to: 10 };
    const document = documentOf(RATE, [piece(RATE, at)]);
    const { text } = writeInterchange(document, [before], { format: "otio", name: "x" });
    expect(read(text, [{ ...before, name: "after.mp4" }]).missing).toEqual([]);
    const other = { ...before, name: "after.mp4", checksum: "cd".repeat(32) };
    expect(read(text, [other]).missing).toEqual([
      { assetId: "offline-1", name: "before.mp4", clipCount: 1 },
    ]);
  });
});
