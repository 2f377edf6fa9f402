import { BUILT_IN_TEMPLATES, type SourceAsset } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { spreadFiles } from "./spread-files.ts";

const template = BUILT_IN_TEMPLATES["title-and-shots"];

function file(kind: "image" | "audio", name: string): SourceAsset {
  const duration = kind === "audio" ? 705_600_000 : 0;
  const facts = { kind, duration, video: null, audio: null };
  return { assetId: name, checksum: "ab".repeat(32), name, facts };
}

describe("files chosen together", () => {
  it("go to the places that they suit, in their order, and past those that are filled (J2)", () => {
    const kept = file("image", "kept");
    const files = [file("audio", "song"), file("image", "one"), file("image", "two")];
    const { media, left } = spreadFiles(template, { "shot-2": kept }, files);
    const names = Object.entries(media).map(([slot, { name }]) => `${slot}: ${name}`);
    expect(names.toSorted()).toEqual(["music: song", "shot-1: one", "shot-2: kept", "shot-3: two"]);
    expect(left).toBe(0);
  });

  it("that find no place are counted", () => {
    const songs = [file("audio", "a"), file("audio", "b"), file("audio", "c")];
    expect(spreadFiles(template, {}, songs).left).toBe(2);
  });
});
