import type { Asset } from "@cutroom/contracts";
import { FLICKS_PER_SECOND as S, newProject } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../state/document.ts";
import { documentOf, videoClip } from "../testing/documents.ts";
import { addSource } from "./add-source.ts";
import type { Situation } from "./plan.ts";

const facts = {
  kind: "video" as const,
  duration: 20 * S,
  video: {
    width: 1280,
    height: 720,
    rate: { n: 25, d: 1 },
    frameCount: 500,
    hasAlpha: false,
    matrix: "bt709" as const,
    range: "tv" as const,
  },
  audio: null,
};
const asset = {
  id: "asset-1",
  name: "shot.mp4",
  state: "READY",
  checksum: "a".repeat(64),
  facts,
} as Asset;
const situation: Situation = {
  document: documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4)),
  selectedClipIds: [],
  selectedTransitionId: null,
  playheadFlicks: 4 * S,
  idBase: "new",
};
const marks = { inFlicks: 3 * S, outFlicks: 5 * S };

function after(mode: "insert" | "overwrite", of = situation) {
  const planned = addSource(of, asset, marks, mode);
  if (!planned.ok) throw new Error(planned.failure.code);
  const applied = applyEdits(of.document, planned.value.edits);
  if (!applied.ok) throw new Error(applied.failure.code);
  return { clips: applied.value.clips, plan: planned.value };
}

describe("three points", () => {
  it("inserts the marked stretch at the playhead and moves on what follows", () => {
    const { clips, plan } = after("insert");
    expect(clips["new-clip"]).toMatchObject({ start: 4 * S, duration: 2 * S, sourceStart: 3 * S });
    expect(clips["b"]?.start).toBe(6 * S);
    expect(plan).toMatchObject({ select: ["new-clip"], seek: 6 * S });
  });

  it("overwrites as much as is marked and moves nothing", () => {
    const { clips } = after("overwrite");
    expect(clips["b"]).toMatchObject({ start: 6 * S, duration: 2 * S });
  });

  it("takes the whole file without marks, and at least one frame", () => {
    const whole = addSource(situation, asset, { inFlicks: null, outFlicks: null }, "insert");
    expect(whole.ok && whole.value.seek).toBe(24 * S);
    const least = addSource(situation, asset, { inFlicks: S, outFlicks: S + 1 }, "insert");
    expect(least.ok && least.value.seek).toBe(4 * S + S / 25);
  });

  it("says why when there is no track for it", () => {
    const empty = newProject();
    const none = { ...situation, document: { ...empty, trackOrder: [], tracks: {} } };
    expect(addSource(none, asset, marks, "insert")).toMatchObject({
      failure: { code: "action.no-track" },
    });
  });
});
