import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { must } from "../lanes.cases.ts";
import { FLICKS_PER_MS } from "./cue.ts";
import { parseCaptions } from "./parse-captions.ts";

const MS = FLICKS_PER_MS;

function read(text: string) {
  const { format, cues, dropped } = must(parseCaptions(text));
  return { format, dropped, cues: cues.map((cue) => [cue.start / MS, cue.end / MS, cue.text]) };
}

const SRT = `1
00:00:01,000 --> 00:00:02,500
Hello there.

2
00:01:00,000 --> 01:00:00,040
- General!
- You are bold.
`;

describe("SubRip", () => {
  test("F141: times are exact to the millisecond, lines stay", () => {
    expect(read(SRT)).toEqual({
      format: "srt",
      dropped: 0,
      cues: [
        [1_000, 2_500, "Hello there."],
        [60_000, 3_600_040, "- General!\n- You are bold."],
      ],
    });
  });

  test("a byte order mark, CRLF and old Mac line ends change nothing", () => {
    const plain = read(SRT);
    expect(read(`\ufeff${SRT.replaceAll("\n", "\r\n")}`)).toEqual(plain);
    expect(read(SRT.replaceAll("\n", "\r"))).toEqual(plain);
  });

  test("numbers, hours and empty lines between cues may be missing; points and one-digit fractions are read", () => {
    const odd = "00:01,5 --> 00:02.25\nA\n3\n01:02:03 -> 01:02:04.123 X1:100 Y1:20\nB\n\n\nstill B";
    expect(read(odd).cues).toEqual([
      [1_500, 2_250, "A"],
      [3_723_000, 3_724_123, "B\n\n\nstill B"],
    ]);
  });

  test("tags go, what only looks like one stays, entities are read", () => {
    const tagged =
      "1\n00:00:01,000 --> 00:00:02,000\n<i>It</i> is <font color='red'>2 < 3</font> {\\an8}&amp; 5 &lt; 6 &#233;";
    expect(read(tagged).cues[0]?.[2]).toBe("It is 2 < 3 & 5 < 6 é");
  });

  test("cues are put in order; those without text or length are counted and left out", () => {
    const mixed =
      "1\n00:00:09,000 --> 00:00:10,000\nlate\n\n2\n00:00:01,000 --> 00:00:02,000\nearly\n\n3\n00:00:03,000 --> 00:00:03,000\nno time\n\n4\n00:00:04,000 --> 00:00:05,000\n<b></b>\n";
    expect(read(mixed)).toMatchObject({
      dropped: 2,
      cues: [
        [1_000, 2_000, "early"],
        [9_000, 10_000, "late"],
      ],
    });
  });
});

const VTT = `WEBVTT - a title

STYLE
::cue { color: red }

NOTE a remark
00:00:00.000 --> 00:00:01.000 is not a cue of a remark

intro
00:01.000 --> 00:03.000 line:0 align:start
<v Ann>Hello <00:00:01.500><c>big </c><00:00:02.000>world
`;

describe("WebVTT", () => {
  test("settings, identifiers, styles and voices are no text; times of words are kept", () => {
    const { format, cues } = must(parseCaptions(VTT));
    expect(format).toBe("vtt");
    const cue = cues.at(-1);
    expect(cue?.text).toBe("Hello big world");
    expect(cue?.words.map((word) => [word.at / MS, cue.text.slice(word.from, word.to)])).toEqual([
      [0, "Hello"],
      [500, "big"],
      [1_000, "world"],
    ]);
  });
});

const ASS = `[Script Info]
Title: test

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not said
Dialogue: 0,0:00:01.00,0:00:03.50,Default,,0,0,0,,{\\an8\\pos(1,2)}One, two\\NThree{\\i1}!{\\i0}
Dialogue: 0,0:00:04.00,0:00:06.00,Default,,0,0,0,,{\\k50}Sing {\\kf100}a {\\ko30}song
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}
`;

describe("ASS", () => {
  test("dialogue keeps its commas and lines; comments, tags and drawings go", () => {
    expect(read(ASS)).toEqual({
      format: "ass",
      dropped: 1,
      cues: [
        [1_000, 3_500, "One, two\nThree!"],
        [4_000, 6_000, "Sing a song"],
      ],
    });
  });

  test("karaoke gives the times of words", () => {
    const song = must(parseCaptions(ASS)).cues[1];
    expect(song?.words.map((word) => [word.at / MS, song.text.slice(word.from, word.to)])).toEqual([
      [0, "Sing"],
      [500, "a"],
      [1_500, "song"],
    ]);
  });
});

describe("anything else", () => {
  test("a file without a cue is refused by name", () => {
    for (const text of ["", "hello", "WEBVTT\n\n", "[Events]\n", "1\n2\n3"]) {
      expect(parseCaptions(text)).toMatchObject({ ok: false, failure: { code: "captions.none" } });
    }
  });

  test("no text makes the reader fail, loop or give a cue of no length", () => {
    const part = fc.constantFrom(
      "00:00:01,000 --> 00:00:02,000",
      "99:99:99.999 --> 0:0:0",
      "WEBVTT",
      "[Events]",
      "Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,{\\k9}x{\\p1}",
      "<00:00:09.000>",
      "&#1114112;&#xD800;",
      "{\\",
      "\n",
      "\r\n",
      "\0",
      "𝄞",
    );
    const text = fc.array(fc.oneof(part, fc.string())).map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(text, (file) => {
        const parsed = parseCaptions(file);
        if (!parsed.ok) return;
        for (const cue of parsed.value.cues) {
          expect(cue.end).toBeGreaterThan(cue.start);
          expect(Number.isSafeInteger(cue.start) && Number.isSafeInteger(cue.end)).toBe(true);
          expect(cue.text.trim()).not.toBe("");
        }
      }),
    );
  });
});
