import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerToFfmpeg } from "./args.ts";
import { compile } from "./compile.ts";
import { guardScript } from "./filter-guard.ts";
import { FPS_30, documentOf } from "./testing/documents.ts";
import { GOLDEN_FACTS, GOLDEN_FILES, GOLDEN_PROJECTS } from "./testing/golden-projects.ts";

describe("the guard of filter scripts", () => {
  test("F135: lets every golden project through as it is", () => {
    for (const project of GOLDEN_PROJECTS) {
      const plan = compile(project.document, GOLDEN_FACTS, project.target);
      if (!plan.ok) throw new Error(plan.failure.code);
      const titles = plan.value.inputs.filter((input) => input.kind === "title");
      const drawn = Object.fromEntries(titles.map(({ id }, at) => [id, `title-${at}.png`]));
      const output = { kind: "frame-hashes", fileName: "out.txt", streams: "both" } as const;
      const luts = (plan.value.luts ?? []).map(({ id }, at) => [id, `lut-${at}.cube`] as const);
      const files = { ...GOLDEN_FILES, ...drawn, ...Object.fromEntries(luts) };
      expect(lowerToFfmpeg(plan.value, { files, output }).filterScript).toContain("[v]");
    }
  });

  test.each([
    "[0:v]movie=a.mp4[v]",
    "[0:v]null,movie=/etc/passwd[v]",
    "[0:v]drawtext=textfile=/etc/passwd[v]",
    "[0:v]subtitles=a.srt[v]",
    "[0:a]amovie=a.wav[a]",
    "[0:v]lut3d=/etc/passwd[v]",
    "[0:v]lut3d=file=/etc/passwd[v]",
    "[0:v]lut3d=interp=nearest:file=../other.cube[v]",
    "[0:v]scale=10:10[v];[0:a]ametadata=print:file=x.txt[a]",
    "[0:v]color=c='red[v]",
    "[a b]null[v]",
    "[0:v]geq=lum=`id`[v]",
    "[0:v]scale=%{pts}[v]",
    "http://a/b",
  ])("F135: %j is stopped", (script) => {
    expect(() => guardScript(script)).toThrow(TypeError);
  });

  test("F135: text that is put where a value or a label belongs never brings a filter along", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(..."';,[]:=\\ movietxfl/".split("")), maxLength: 60 }),
    );
    const places = fc.constantFrom<(said: string) => string>(
      (said) => `[0:v]scale=w=${said}:h=10[v]`,
      (said) => `[0:v]geq=lum='${said}'[v]`,
      (said) => `[${said}]null[v]`,
    );
    const reads = /(?:^|[;,\]\s])\s*(?:movie|amovie|subtitles|drawtext|sendcmd|ladspa)\b/;
    fc.assert(
      fc.property(text, places, (said, place) => {
        const script = place(said);
        let passed = true;
        try {
          guardScript(script);
        } catch {
          passed = false;
        }
        expect(passed && reads.test(script.replaceAll(/'[^']*'/g, ""))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

test("F135: nothing that a person types changes a word of what FFmpeg is told", () => {
  const told = (text: string) => {
    const document = documentOf([
      { kind: "video", clips: [{ id: "a", asset: "a30", at: 0, frames: 20 }] },
      { kind: "text", clips: [{ id: "t", text: `.${text}`, at: 2, frames: 9 }] },
    ]);
    const named = {
      ...document,
      tracks: Object.fromEntries(
        Object.entries(document.tracks).map(([id, track]) => [id, { ...track, name: text }]),
      ),
      clips: Object.fromEntries(
        Object.entries(document.clips).map(([id, clip]) => [id, { ...clip, name: text }]),
      ),
    };
    const plan = compile(named, GOLDEN_FACTS, { width: 320, height: 180, rate: FPS_30 });
    if (!plan.ok) throw new Error(plan.failure.code);
    const files = { ...GOLDEN_FILES, "title-t": "title-t.png" };
    const output = {
      kind: "film",
      fileName: "out.mp4",
      picture: "h264",
      sound: "aac",
      quality: "draft",
      threads: 1,
    } as const;
    return lowerToFfmpeg(plan.value, { files, output });
  };
  const plain = told("A day at the sea");
  const hostile = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(..."'\";,[]{}:=\\%$`|&<>\n\0/.-".split("")), minLength: 1 }),
    fc.constantFrom("';movie=/etc/passwd[v];'", "-i /etc/passwd", "%{pts}", "$(id)", "\u202E"),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(told(text)).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});
