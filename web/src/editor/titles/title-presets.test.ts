import { type TextClip, checkDocument, newProject } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { addTitle } from "../actions/add-title.ts";
import { applyEdits } from "../state/document.ts";
import { TITLE_FAMILIES, titlesOfFamily } from "./title-presets.ts";

const RATES = [
  { n: 24_000, d: 1_001 },
  { n: 25, d: 1 },
  { n: 60, d: 1 },
];

describe.each(TITLE_FAMILIES)("titles that are %s", (family) => {
  test.each(titlesOfFamily(family))("%s makes a valid project, seen in its middle", (preset) => {
    for (const rate of RATES) {
      const document = newProject({ rate, width: 1280, height: 720 });
      const situation = {
        document,
        idBase: "id",
        playheadFlicks: 0,
        selectedClipIds: [],
        selectedTransitionId: null,
      };
      const plan = addTitle(situation, { text: "Words", preset });
      if (!plan.ok) throw new Error(plan.failure.code);
      const applied = applyEdits(document, plan.value.edits);
      if (!applied.ok) throw new Error(applied.failure.code);
      expect(checkDocument(applied.value)).toEqual([]);
      const clip = applied.value.clips["id-title"] as TextClip;
      expect(clip.keys !== undefined).toBe(family === "moving");
      for (const keys of Object.values(clip.keys ?? {})) {
        const times = keys.map((key) => key.at);
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
      }
      // Whatever comes in has come in by then, and nothing has left.
      const half = clip.duration / 2;
      const before = clip.keys?.opacity?.findLast((key) => key.at <= half)?.value ?? 1;
      expect(before).toBe(1);
    }
  });
});
