import { type MediaClip, type ProjectDocument, checkDocument } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../state/document.ts";
import { documentOf, videoClip } from "../testing/documents.ts";
import { EFFECT_FAMILIES, effectEdits, effectsOfFamily, plainEdits } from "./effect-presets.ts";

const start = documentOf(videoClip("a", 0, 4), videoClip("short", 5, 0.04));
const clips = (document: ProjectDocument) => Object.values(document.clips) as MediaClip[];

describe.each(EFFECT_FAMILIES)("effects of %s", (family) => {
  test.each(effectsOfFamily(family))("%s is a change that can be taken back", (id) => {
    const applied = applyEdits(start, effectEdits(id, clips(start), start.settings));
    if (!applied.ok) throw new Error(applied.failure.code);
    expect(applied.value.clips["a"]).not.toEqual(start.clips["a"]);
    expect(checkDocument(applied.value)).toEqual([]);
    const plain = applyEdits(applied.value, plainEdits(clips(applied.value)));
    expect(plain).toEqual({ ok: true, value: start });
  });
});
