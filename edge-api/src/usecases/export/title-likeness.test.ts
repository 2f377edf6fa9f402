import { titleClip } from "@cutroom/testkit";
import { newProject } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { titleLikeness } from "./title-likeness.ts";

const SECOND = 705_600_000;
const film = (copy: string, seconds: readonly number[]): ProjectDocument => {
  const clips = seconds.map((length, at) =>
    titleClip({
      id: `${copy}${at}`,
      trackId: "text-1",
      durationFlicks: length * SECOND,
      text: `${copy} says ${at}`,
    }),
  );
  return { ...newProject(), clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])) };
};

describe("the likeness of titles", () => {
  it("is that of their template, whatever everybody has written in them (O3)", () => {
    expect(titleLikeness(film("one", [2, 3]))).not.toBeNull();
    expect(titleLikeness(film("one", [2, 3]))).toBe(titleLikeness(film("other", [2, 3])));
    expect(titleLikeness(film("one", [2, 3]))).not.toBe(titleLikeness(film("one", [2, 4])));
  });

  it("is none where it could be chance: of one title, or of none (O3)", () => {
    expect([titleLikeness(film("one", [2])), titleLikeness(film("one", []))]).toEqual([null, null]);
  });
});
