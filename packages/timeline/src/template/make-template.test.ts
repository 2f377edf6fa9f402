import { describe, expect, test } from "vitest";
import { lay, must } from "../lanes.cases.ts";
import { checkTemplate } from "./check-template.ts";
import { fillTemplate } from "./fill-template.ts";
import { makeTemplate } from "./make-template.ts";
import type { TemplateWish } from "./make-template.ts";
import { slotClips, template as templateShape } from "./template.ts";

const document = lay(
  { "video-1": "A0-30 B30-60", "audio-1": "M0-60", "text-1": "T10-50" },
  { B: { transform: { x: 0, y: 0, scale: 1.5, rotationDeg: 0 } } },
);
const VIDEO = { rate: { n: 30, d: 1 }, frameCount: 1000, hasAlpha: false } as const;
const wish: TemplateWish = {
  slots: [
    { clipId: "M", label: "Music", length: "fixed" },
    { clipId: "B", label: "The end", length: "auto" },
  ],
  texts: [{ clipId: "T", label: "Title" }],
  factsOf: () => ({
    kind: "video",
    duration: 1,
    video: { ...VIDEO, width: 1920, height: 1080, matrix: "bt709", range: "tv" },
    audio: null,
  }),
};

describe("a project that becomes a template", () => {
  const made = makeTemplate(document, wish);

  test("keeps every rule, and what was not named stays as it is (E1)", () => {
    expect(checkTemplate(made)).toEqual([]);
    expect(templateShape.parse(made)).toEqual(made);
    expect(made.document.clips["A"]).toBe(document.clips["A"]);
    expect(slotClips(made).map(({ id }) => id)).toEqual(["M", "B"]);
  });

  test("asks for the texts and remembers what they said", () => {
    expect(made.texts).toEqual([{ id: "text-1", label: "Title", sample: "Title T" }]);
    const filled = must(
      fillTemplate(made, { media: {}, texts: { "text-1": "Another" }, colours: {} }),
    );
    expect(filled.clips["T"]).toMatchObject({ text: "Another" });
  });

  test("of a picture that filled the frame makes a place that is filled as much", () => {
    const slot = made.slots.find(({ label }) => label === "The end");
    expect(slot).toMatchObject({ accepts: "picture", cover: true, length: "auto" });
    expect(made.document.clips["B"]).toMatchObject({ transform: { scale: 1.5 } });
  });

  test("passes over ids that are no clip of that kind", () => {
    const odd = { clipId: "T", label: "x", length: "fixed" } as const;
    const none = makeTemplate(document, { ...wish, slots: [odd], texts: [] });
    expect(none.slots).toEqual([]);
  });
});
