import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projectDocument } from "../document.ts";
import { checkDocument } from "../invariants.ts";
import { CHECKSUM, FRAME, must } from "../lanes.cases.ts";
import type { MediaFacts } from "../media-facts.ts";
import type { SourceAsset } from "../new-clips.ts";
import { clipEnd } from "../source.ts";
import { FLICKS_PER_SECOND } from "../time.ts";
import { BUILT_IN_TEMPLATES, BUILT_IN_TEMPLATE_IDS } from "./built-in/built-in-templates.ts";
import { checkTemplate } from "./check-template.ts";
import { fillTemplate, neededFlicks } from "./fill-template.ts";
import type { TemplateChoices } from "./fill-template.ts";
import { slotClips, slotIdOf, template as templateShape } from "./template.ts";
import type { Template } from "./template.ts";

const SECOND = FLICKS_PER_SECOND;
const NOTHING: TemplateChoices = { media: {}, texts: {}, colours: {} };

function source(
  kind: MediaFacts["kind"],
  lengthS: number,
  more: { readonly size?: readonly [number, number]; readonly beatS?: number } = {},
): SourceAsset {
  const [width, height] = more.size ?? [1920, 1080];
  const duration = Math.round(lengthS * SECOND);
  const frameCount = kind === "image" ? 1 : Math.max(1, Math.floor(lengthS * 30));
  const video = { width, height, rate: { n: 30, d: 1 }, frameCount, hasAlpha: false };
  const beats = Array.from({ length: 60 }, (_, at) => Math.round(at * (more.beatS ?? 1) * SECOND));
  return {
    assetId: `${kind}-${lengthS}`,
    checksum: CHECKSUM,
    name: `${kind} of ${lengthS} s`,
    facts: {
      kind,
      duration: kind === "image" ? 0 : duration,
      video: kind === "audio" ? null : { ...video, matrix: "bt709", range: "tv" },
      audio: null,
      analysis: {
        sceneCuts: [],
        silences: [],
        beats: kind === "audio" ? beats : [],
        tempoBpm: null,
      },
    },
  };
}

const size = fc.constantFrom<readonly [number, number]>([1920, 1080], [1080, 1920], [640, 640]);
const lengthS = fc.double({ min: 0.05, max: 40, noNaN: true });
const sources = fc.oneof(
  fc.tuple(lengthS, size).map(([length, of]) => source("video", length, { size: of })),
  size.map((of) => source("image", 0, { size: of })),
  fc
    .tuple(lengthS, fc.double({ min: 0.2, max: 3, noNaN: true }))
    .map(([length, beatS]) => source("audio", length, { beatS })),
);

/** Any files for any slots, any words: what does not suit is refused, the rest must be sound. */
const situations = fc.constantFrom(...BUILT_IN_TEMPLATE_IDS).chain((id) => {
  const template: Template = BUILT_IN_TEMPLATES[id];
  const some = <T>(fields: readonly { readonly id: string }[], values: fc.Arbitrary<T>) =>
    fc.dictionary(fc.constantFrom(...fields.map((field) => field.id)), values, {
      noNullPrototype: true,
    });
  const media = some(template.slots, sources);
  const texts = some(template.texts, fc.string({ maxLength: 40 }));
  return fc.record({ template: fc.constant(template), choices: fc.record({ media, texts }) });
});

describe("a template that is filled", () => {
  test("is a document without a fault, whatever is chosen, and the same one every time (E1)", () => {
    fc.assert(
      fc.property(situations, ({ template, choices }) => {
        const all = { ...choices, colours: {} };
        const filled = fillTemplate(template, all);
        expect(fillTemplate(template, all)).toEqual(filled);
        const faults = filled.ok
          ? [...checkDocument(filled.value), projectDocument.safeParse(filled.value).error]
          : [/^template\.(kind|too-short)$/.exec(filled.failure.code) ? undefined : filled];
        expect(faults).toEqual([undefined]);
      }),
      { numRuns: 400 },
    );
  });

  test("has every place filled or marked with its name; no slot is left over", () => {
    fc.assert(
      fc.property(situations, ({ template, choices }) => {
        const filled = fillTemplate(template, { ...choices, colours: {} });
        fc.pre(filled.ok);
        const document = must(filled);
        const shown = slotClips(template).map(({ id }) => {
          const clip = document.clips[id];
          return clip?.kind === "media" ? clip.assetId : clip?.kind === "text" ? clip.text : null;
        });
        const wanted = slotClips(template).map((place) => {
          const slot = template.slots.find(({ id }) => id === slotIdOf(place));
          const chosen = choices.media[slot?.id ?? ""]?.assetId;
          return chosen ?? (slot?.accepts === "audio" ? null : slot?.label);
        });
        expect(shown).toEqual(wanted);
        expect(slotClips({ ...template, document })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("built-in templates", () => {
  test.each(BUILT_IN_TEMPLATE_IDS)("%s keeps every rule and its own shape", (id) => {
    const built: Template = BUILT_IN_TEMPLATES[id];
    expect(checkTemplate(built)).toEqual([]);
    expect(templateShape.parse(built)).toEqual(built);
  });
});

describe("texts", () => {
  const built: Template = BUILT_IN_TEMPLATES["title-and-shots"];

  test("stand where their fields are named; without a choice the sample does", () => {
    const filled = must(fillTemplate(built, { ...NOTHING, texts: { title: "Ours" } }));
    expect(filled.clips["title"]).toMatchObject({ text: "Ours", name: "Ours" });
    expect(filled.clips["subtitle"]).toMatchObject({ text: "To be continued" });
  });

  test("that are left empty take their title away", () => {
    const filled = must(fillTemplate(built, { ...NOTHING, texts: { title: " " } }));
    expect(filled.clips["title"]).toBeUndefined();
  });

  test("that are no field of the template are refused by name", () => {
    expect(fillTemplate(built, { ...NOTHING, texts: { tilte: "x" } })).toEqual({
      ok: false,
      failure: { code: "template.unknown", details: { field: "tilte" } },
    });
  });

  test("take the chosen colour wherever the template's own stood", () => {
    const filled = must(fillTemplate(built, { ...NOTHING, colours: { ground: "#aa0000" } }));
    expect(filled.settings.background).toBe("#aa0000");
    expect(filled.clips["subtitle"]).toMatchObject({ style: { boxColour: "#aa0000" } });
  });
});

describe("files", () => {
  const built: Template = BUILT_IN_TEMPLATES["title-and-shots"];
  const filledWith = (media: TemplateChoices["media"]) =>
    must(fillTemplate(built, { ...NOTHING, media }));

  test("show the middle of their best stretch", () => {
    const long = source("video", 20);
    const first = filledWith({ "shot-1": long }).clips["shot-1"];
    if (first?.kind !== "media") throw new Error("the slot is not filled");
    const middle = first.sourceStart + first.duration / 2;
    expect(Math.abs(middle - 10 * SECOND)).toBeLessThanOrEqual(FRAME);
  });

  test("that are shorter make an automatic place shorter, and all behind it earlier", () => {
    const filled = filledWith({ "shot-1": source("video", 2) });
    const [first, second] = [filled.clips["shot-1"], filled.clips["shot-2"]];
    expect(first?.duration).toBe(2 * SECOND);
    expect(second?.start).toBe(first && clipEnd(first));
  });

  test("end on a beat of the music where it has beats", () => {
    const music = source("audio", 60, { beatS: 0.8 });
    const filled = filledWith({ music, "shot-1": source("video", 20) });
    const first = filled.clips["shot-1"];
    const offBeat = ((first ? clipEnd(first) : 1) / SECOND) % 0.8;
    expect(Math.min(offBeat, 0.8 - offBeat)).toBeLessThanOrEqual(1 / 30);
  });

  test("that are too short for a fixed place run slower, at half their speed at the slowest", () => {
    const fixed: Template = BUILT_IN_TEMPLATES["before-after"];
    const filled = must(fillTemplate(fixed, { ...NOTHING, media: { before: source("video", 2) } }))
      .clips["left"];
    expect(filled).toMatchObject({ kind: "media", duration: 3.5 * SECOND });
    const slot = fixed.slots.find(({ id }) => id === "before");
    const short = fillTemplate(fixed, { ...NOTHING, media: { before: source("video", 1) } });
    expect(short).toEqual({
      ok: false,
      failure: {
        code: "template.too-short",
        details: { field: "before", neededFlicks: slot && neededFlicks(fixed, slot) },
      },
    });
  });

  test("of another shape fill the frame; a half of it is cut from the middle", () => {
    const upright = source("image", 0, { size: [1080, 1920] });
    const fixed: Template = BUILT_IN_TEMPLATES["before-after"];
    const { clips } = must(fillTemplate(fixed, { ...NOTHING, media: { before: upright } }));
    expect(clips["before"]).toMatchObject({ transform: { scale: (16 / 9) ** 2 } });
    expect(clips["left"]).toMatchObject({ look: { cropLeft: 0.25, cropTop: 0 } });
  });

  test("of the wrong kind are refused", () => {
    const refused = fillTemplate(built, { ...NOTHING, media: { music: source("image", 0) } });
    expect(refused).toMatchObject({ ok: false, failure: { code: "template.kind" } });
  });
});
