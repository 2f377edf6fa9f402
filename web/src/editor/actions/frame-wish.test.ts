import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { animateWish, bridgeWish, extendWish } from "./frame-wish.ts";
import { gapAt } from "./place-generated.ts";

const [left, right] = [videoClip("a", 0, 4, 5), videoClip("b", 6, 4, 9)];

describe("pictures that a clip begins and ends with", () => {
  it("are those that a clip shows at its edges as it is cut, at its speed and backwards too (M3)", () => {
    expect(animateWish(left)?.first).toEqual({ assetId: "asset-1", atMs: 5_000 });
    const lastOf = (over: object) =>
      extendWish(documentOf(left), { ...left, ...over })?.frames.first.atMs;
    expect(lastOf({})).toBe(8_999);
    expect(lastOf({ speed: { n: 2, d: 1 } })).toBe(12_999);
    expect(lastOf({ reversed: true })).toBe(5_000);
  });

  it("put what goes on behind the clip, and bridge a gap from both its neighbours", () => {
    const document = documentOf(left, right);
    const extended = extendWish(document, left);
    expect(extended?.frames.mode).toBe("extend");
    expect(extended?.gap).toEqual({
      trackId: "video-1",
      startFlicks: 4 * S,
      durationFlicks: 2 * S,
    });
    const gap = gapAt(document, "video-1", 5 * S);
    if (gap === null) throw new Error("no gap");
    expect(bridgeWish(document, gap)).toMatchObject({
      mode: "image",
      first: { atMs: 8_999 },
      last: { atMs: 9_000 },
    });
    const head = gapAt(documentOf(right), "video-1", S);
    expect(head === null ? "no gap" : bridgeWish(documentOf(right), head)).toBeNull();
  });
});
