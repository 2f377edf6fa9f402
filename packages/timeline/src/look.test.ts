import { describe, expect, it } from "vitest";
import { projectDocument } from "./document.ts";
import { EASES, lookAt } from "./keys.ts";
import { FRAME, done, lay, refusal } from "./lanes.cases.ts";
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

  it("follows its keys like a picture's place does, wherever a cut is (E3)", () => {
    const keys = {
      exposureEv: [
        { at: 0, value: 0, ease: EASES.linear },
        { at: 20 * FRAME, value: 2, ease: EASES.linear },
      ],
      maskX: [{ at: 0, value: -0.5, ease: EASES.overshoot }],
    };
    const keyed = done(set(document, { tint: 0.3, exposureEv: -1 }), {
      type: "set-clip",
      clipIds: ["A"],
      changes: { keys },
    });
    expect(projectDocument.parse(keyed)).toEqual(keyed);
    const shownAt = (doc: typeof document, frame: number) => {
      const clip = Object.values(doc.clips).find(
        ({ start, duration }) => start <= frame * FRAME && frame * FRAME < start + duration,
      );
      if (clip?.kind !== "media") throw new Error("no picture");
      return lookAt(clip, frame * FRAME - clip.start);
    };
    expect(shownAt(keyed, 5)).toEqual({ ...PLAIN_LOOK, tint: 0.3, exposureEv: 0.5, maskX: -0.5 });
    const cut = done(keyed, {
      type: "split-clip",
      clipIds: ["A"],
      atFlicks: 10 * FRAME,
      idBase: "cut",
    });
    for (const frame of [0, 9, 10, 19, 29]) {
      expect(shownAt(cut, frame)).toEqual(shownAt(keyed, frame));
    }
    const frozen = done(keyed, {
      type: "freeze-frame",
      clipIds: ["A"],
      atFlicks: 10 * FRAME,
      durationFlicks: 10 * FRAME,
      idBase: "still",
    });
    expect([10, 19].map((frame) => shownAt(frozen, frame)?.exposureEv)).toEqual([1, 1]);
  });

  it("is refused for what has no picture of its own", () => {
    const sound = lay({ "audio-1": "C0-30" });
    const change = { type: "set-clip", clipIds: ["C"], changes: { look: { tint: 1 } } } as const;
    expect(refusal(sound, change).code).toBe("clip.kind");
    const titled = lay({ "text-1": "T0-30" });
    const keys = { blur: [{ at: 0, value: 1, ease: EASES.linear }] };
    const keyed = { type: "set-clip", clipIds: ["T"], changes: { keys } } as const;
    expect(refusal(titled, keyed).code).toBe("clip.kind");
  });
});
