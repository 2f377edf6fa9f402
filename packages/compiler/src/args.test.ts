import { describe, expect, test } from "vitest";
import { lowerJoin, lowerToFfmpeg } from "./args.ts";
import { compile } from "./compile.ts";
import type { RenderPlan } from "./plan.ts";
import { FPS_30, documentOf } from "./testing/documents.ts";
import { GOLDEN_FACTS, GOLDEN_FILES } from "./testing/golden-projects.ts";

const HOSTILE = "x':textfile='/etc/hostname',[v];movie=evil %{pts} $(id) `id` \\";

function planOf(): RenderPlan {
  const document = documentOf([
    { kind: "video", clips: [{ id: "a", asset: "a30", at: 0, frames: 20 }] },
    { kind: "text", clips: [{ id: "t", text: HOSTILE, at: 2, frames: 9 }] },
  ]);
  const plan = compile(document, GOLDEN_FACTS, { width: 320, height: 180, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

const h264 = { picture: "h264", sound: "aac", quality: "standard", threads: 2 } as const;
const output = { kind: "film", fileName: "out.mp4", ...h264 } as const;
const files = { ...GOLDEN_FILES, "title-t": "title-t.png" };

describe("lowerToFfmpeg", () => {
  test("F135: no text of a user reaches a command line or a filter", () => {
    const { args, filterScript } = lowerToFfmpeg(planOf(), { files, output });
    const all = [...args, filterScript].join("\n");
    for (const word of ["textfile", "hostname", "movie=", "pts}", "`", "$("]) {
      expect(all).not.toContain(word);
    }
  });

  test.each([
    "../up.png",
    "/etc/passwd",
    "a b.png",
    "O'Brien.png",
    "concat:a.png",
    "-y.png",
    "a%d.png",
    "playlist.m3u8",
    "noextension",
    "A.PNG",
  ])("F135: the file name %j is refused", (name) => {
    const options = { files: { ...files, "title-t": name }, output };
    expect(() => lowerToFfmpeg(planOf(), options)).toThrow(
      /not a server-made file name|no demuxer/,
    );
  });

  test.each(["../look.cube", "/tmp/look.cube", "look.cube:interp=nearest", "x'.cube"])(
    "F135: the colour table's file name %j is refused",
    (name) => {
      const look = { lut: { kind: "built-in", name: "silver" } } as const;
      const clip = { id: "a", asset: "a30", at: 0, frames: 20, look };
      const document = documentOf([{ kind: "video", clips: [clip] }]);
      const plan = compile(document, GOLDEN_FACTS, { width: 320, height: 180, rate: FPS_30 });
      if (!plan.ok) throw new Error(plan.failure.code);
      const options = { files: { ...GOLDEN_FILES, "lut-silver-1": name }, output };
      expect(() => lowerToFfmpeg(plan.value, options)).toThrow("not a server-made file name");
    },
  );

  test("a missing file is a bug, and says so", () => {
    expect(() => lowerToFfmpeg(planOf(), { files: GOLDEN_FILES, output })).toThrow("file name");
  });

  test("every input is opened as what its name says, from files only", () => {
    const { args } = lowerToFfmpeg(planOf(), { files, output });
    const inputs = args.filter((arg) => arg === "-i").length;
    expect(args.filter((arg) => arg === "-protocol_whitelist")).toHaveLength(inputs);
    expect(args.filter((arg) => arg === "-f")).toHaveLength(inputs + 1);
  });

  test("the scaler's flags head the graph, and outputs carry their colours", () => {
    const { args, filterScript } = lowerToFfmpeg(planOf(), { files, output });
    expect(filterScript).toMatch(/^sws_flags=bicubic\+accurate_rnd\+full_chroma_int\+bitexact;/);
    const colours = ["-color_primaries", "-color_trc", "-colorspace", "-color_range"];
    expect(colours.map((name) => args[args.indexOf(name) + 1])).toEqual([
      "bt709",
      "bt709",
      "bt709",
      "tv",
    ]);
    expect(args[args.indexOf("-threads:v") + 1]).toBe("2");
  });

  test("a still title is decoded once, not once a frame", () => {
    const { args } = lowerToFfmpeg(planOf(), { files, output });
    expect(args).not.toContain("-loop");
  });
});

test("lowerJoin lists only server-made names", () => {
  const segments = ["seg-0.ts", "seg-1.ts"];
  const join = { segments, audio: "sound.m4a", fileName: "out.mp4", picture: "h264" } as const;
  expect(lowerJoin(planOf(), join).listScript).toBe(
    "ffconcat version 1.0\nfile seg-0.ts\nfile seg-1.ts\n",
  );
  expect(() => lowerJoin(planOf(), { ...join, segments: ["a'.ts"] })).toThrow("file name");
});
