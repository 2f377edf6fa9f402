import { checkDocument } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { relinked } from "./relink.ts";
import { documentOf, film, piece } from "./samples.cases.ts";

const RATE = { n: 25, d: 1 };
const at = { trackId: "video-1", assetId: "offline-1" };
const document = documentOf(RATE, [
  piece(RATE, { ...at, id: "a", from: 0, to: 50 }),
  piece(RATE, { ...at, id: "b", from: 50, to: 80, sourceFrame: 400 }),
  piece(RATE, { ...at, id: "c", from: 80, to: 90, assetId: "offline-2" }),
]);

describe("a file for clips that are offline", () => {
  it("is taken by all of them, at the same times, and by no other clip", () => {
    const found = { ...film("asset_1", RATE), checksum: "cd".repeat(32) };
    const next = relinked(document, "offline-1", found);
    if (next === null) throw new Error("refused");
    expect(checkDocument(next)).toEqual([]);
    expect(next.clips).toMatchObject({
      a: { assetId: "asset_1", checksum: "cd".repeat(32), start: document.clips["a"]?.start },
      b: { assetId: "asset_1" },
      c: { assetId: "offline-2" },
    });
  });

  it("takes the missing one's place among the takes of a clip, once (T19)", () => {
    const found = { ...film("asset_1", RATE), checksum: "cd".repeat(32) };
    const take = (assetId: string) => ({ assetId, checksum: "ab".repeat(32), sourceDuration: 9 });
    const clip = document.clips["a"];
    if (clip?.kind !== "media") throw new Error("no clip");
    const takes = [take("asset_1"), take("offline-1"), take("asset_2")];
    const many = { ...document, clips: { ...document.clips, a: { ...clip, takes } } };
    const next = relinked(many, "offline-1", found);
    expect(next?.clips["a"]).toMatchObject({
      takes: [{ assetId: "asset_1", checksum: found.checksum }, { assetId: "asset_2" }],
    });
  });

  it("must be of their kind, and as long as they read", () => {
    const found = film("asset_1", RATE);
    const short = { ...found, facts: { ...found.facts, duration: 1_000, video: null } };
    const song = { ...found, facts: { ...found.facts, kind: "audio" as const } };
    expect(relinked(document, "offline-1", short)).toBeNull();
    expect(relinked(document, "offline-1", song)).toBeNull();
  });
});
