import { describe, expect, it } from "vitest";
import { done, lay, refusal } from "./lanes.cases.ts";
import { PLAIN_LOOK } from "./look.ts";
import type { PictureLook } from "./look.ts";
import { STRAIGHT_CURVE } from "./tone-curves.ts";
import type { ToneCurve } from "./tone-curves.ts";

const document = lay({ "video-1": "A0-30 B30-60" });
const lookOf = (doc: typeof document, id: string) => {
  const clip = doc.clips[id];
  return clip?.kind === "media" ? clip.look : null;
};
const set = (doc: typeof document, look: Partial<PictureLook>) =>
  done(doc, { type: "set-clip", clipIds: ["A"], changes: { look } });

describe("a clip's look", () => {
  it("keeps what was set before, field by field", () => {
    const warm = set(document, { temperature: 0.5 });
    const bright = set(warm, { exposureEv: 1 });
    expect(lookOf(bright, "A")).toEqual({ ...PLAIN_LOOK, temperature: 0.5, exposureEv: 1 });
    expect(lookOf(bright, "B")).toBeUndefined();
  });

  it("vanishes when it is as shot again, so that untouched clips stay as they were", () => {
    const cropped = set(document, { cropLeft: 0.2, flipX: true });
    const back = set(cropped, { cropLeft: 0, flipX: false });
    expect(back).toEqual(document);
    expect(set(cropped, PLAIN_LOOK)).toEqual(document);
  });

  it("keeps curves that bend, and none that is straight (E3)", () => {
    const master: ToneCurve = [
      [0, 20],
      [255, 240],
    ];
    const faded = set(document, { curves: { master, red: STRAIGHT_CURVE } });
    expect(lookOf(faded, "A")).toEqual({ ...PLAIN_LOOK, curves: { master } });
    expect(set(faded, { curves: { master: STRAIGHT_CURVE } })).toEqual(document);
  });

  it("is refused for what has no picture of its own", () => {
    const sound = lay({ "audio-1": "C0-30" });
    const change = { type: "set-clip", clipIds: ["C"], changes: { look: { tint: 1 } } } as const;
    expect(refusal(sound, change).code).toBe("clip.kind");
  });
});
