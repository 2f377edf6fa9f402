import { expect, test } from "vitest";
import { FRAME, done, mediaAt, must } from "../lanes.cases.ts";
import { newProject, plainTrack } from "../new-project.ts";
import { parseCaptions } from "./parse-captions.ts";
import { writeCaptions } from "./write-captions.ts";

const film = done(newProject({ rate: { n: 30, d: 1 } }), {
  type: "insert-clip",
  clip: mediaAt("film", "video-1", [0, 900]),
  mode: "place",
  idBase: "f",
});
const said = done(
  done(film, { type: "add-track", track: plainTrack("cc", "caption", "Captions") }),
  {
    type: "put-captions",
    trackId: "cc",
    mode: "add",
    idBase: "cue",
    cues: [
      { start: 0, duration: 30 * FRAME, text: "before" },
      {
        start: 30 * FRAME,
        duration: 60 * FRAME,
        text: "one two",
        words: [
          { at: 0, from: 0, to: 3 },
          { at: 45 * FRAME, from: 4, to: 7 },
        ],
      },
      { start: 120 * FRAME, duration: 60 * FRAME, text: "cut" },
      { start: 180 * FRAME, duration: 30 * FRAME, text: "after" },
    ],
  },
);

test("captions of a stretch of a film begin with it, are cut at its edges, and keep the times of words (E4)", () => {
  const window = { start: 60 * FRAME, duration: 90 * FRAME };
  expect(writeCaptions(said, "cc", "srt", window).split("\r\n")).toEqual([
    "1",
    "00:00:00,000 --> 00:00:01,000",
    "one two",
    "",
    "2",
    "00:00:02,000 --> 00:00:03,000",
    "cut",
    "",
  ]);
  const vtt = writeCaptions(said, "cc", "vtt", window);
  expect(vtt).toContain("one <00:00:00.500>two");
  expect(must(parseCaptions(vtt)).cues).toHaveLength(2);
});
