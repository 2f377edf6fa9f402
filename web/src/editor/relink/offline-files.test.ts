import type { Asset } from "@cutroom/contracts";
import { FLICKS_PER_SECOND as S, type SourceAsset } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { isOffline, offersFor, offlineFiles, offlineIds } from "./offline-files.ts";

const document = documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4), {
  ...videoClip("c", 9, 2),
  assetId: "asset-2",
  name: "second.mp4",
});
const known = (assets: Record<string, Partial<Asset>>) => ({
  assets: assets as Record<string, Asset>,
  assetsLoading: { status: "ready" },
});

function file(assetId: string, change: Partial<SourceAsset> = {}, seconds = 30): SourceAsset {
  const video = { width: 640, height: 360, rate: { n: 25, d: 1 }, frameCount: seconds * 25 };
  const more = { hasAlpha: false, matrix: "bt709" as const, range: "tv" as const };
  const facts = {
    kind: "video" as const,
    duration: seconds * S,
    video: { ...video, ...more },
    audio: null,
  };
  return { assetId, checksum: "9".repeat(64), name: `${assetId}.mov`, facts, ...change };
}

describe("files that clips show and the library has not", () => {
  it("are those that are gone or were refused, once the library is known", () => {
    const assets = { "asset-1": { state: "READY" }, "asset-2": { state: "REFUSED" } } as const;
    expect([...offlineIds(document, known(assets))]).toEqual(["asset-2"]);
    expect([...offlineIds(document, known({}))]).toEqual(["asset-1", "asset-2"]);
    expect(isOffline("asset-1", { assets: {}, assetsLoading: { status: "loading" } })).toBe(false);
  });

  it("come in the order of the timeline, the selected clip's first", () => {
    const ids = (selected: readonly string[]) =>
      offlineFiles(document, known({}), selected).map(({ assetId }) => assetId);
    expect(ids([])).toEqual(["asset-1", "asset-2"]);
    expect(ids(["c"])).toEqual(["asset-2", "asset-1"]);
    expect(offlineFiles(document, known({}), [])[0]).toMatchObject({ name: "a.mp4", clipCount: 2 });
  });
});

describe("what could take a missing file's place", () => {
  it("is offered by content, then name, then length, and what is too short is not", () => {
    const library = [
      file("other"),
      file("long", {}, 20),
      file("named", { name: "A.MP4" }),
      file("same", { checksum: "a".repeat(64) }),
      file("short", {}, 5),
    ];
    expect(
      offersFor(document, "asset-1", library).map((one) => [one.source.assetId, one.likeness]),
    ).toEqual([
      ["same", "bytes"],
      ["named", "name"],
      ["long", "length"],
      ["other", "none"],
    ]);
  });
});
