import { describe, expect, test } from "vitest";
import type { MediaClip, ProjectDocument } from "../document.ts";
import { FRAME, done, lay, refusal, show } from "../lanes.cases.ts";
import { takesOf } from "../takes.ts";

const take = (name: string, frames = 400) => ({
  assetId: name,
  checksum: "c".repeat(64),
  sourceDuration: frames * FRAME,
});
const use = (clipId: string, name: string, frames?: number) =>
  ({ type: "use-take", clipId, take: take(name, frames) }) as const;
const namesOf = (document: ProjectDocument, id: string) =>
  takesOf(document.clips[id] as MediaClip).map(({ assetId }) => assetId);

describe("use-take", () => {
  const document = lay({ "video-1": "A0-60 B60-120", "text-1": "T0-30" });

  test("adds a take, shows it in the same place and keeps the earlier one", () => {
    const after = done(document, use("A", "second"));
    expect(show(after)).toBe(show(document));
    expect(after.clips["A"]).toMatchObject({ assetId: "second" });
    expect(namesOf(after, "A")).toEqual(["asset-A", "second"]);
  });

  test("shows an earlier take again without a copy of it", () => {
    const two = done(document, use("A", "second"));
    const [first] = takesOf(two.clips["A"] as MediaClip);
    if (first === undefined) throw new Error("no take");
    const back = done(two, { type: "use-take", clipId: "A", take: first });
    expect(back.clips["A"]).toMatchObject({ assetId: "asset-A" });
    expect(namesOf(back, "A")).toEqual(["asset-A", "second"]);
  });

  test("moves the stretch that is shown into a shorter take, and refuses one shorter than the clip (E11)", () => {
    const after = done(document, use("A", "short", 70));
    expect(after.clips["A"]).toMatchObject({ sourceStart: 10 * FRAME, duration: 60 * FRAME });
    expect(refusal(document, use("A", "shorter", 59)).code).toBe("take.too-short");
  });

  test("goes into both halves of a split (E11)", () => {
    const two = done(document, use("A", "second"));
    const split = done(two, {
      type: "split-clip",
      atFlicks: 30 * FRAME,
      clipIds: ["A"],
      idBase: "half",
    });
    expect(namesOf(split, "half-1")).toEqual(["asset-A", "second"]);
  });

  test("is for films and sound alone", () => {
    expect(refusal(document, use("T", "second")).code).toBe("clip.kind");
    expect(refusal(document, use("Z", "second")).code).toBe("clip.missing");
  });
});
