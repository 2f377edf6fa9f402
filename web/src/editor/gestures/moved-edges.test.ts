import { type Edit, FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../state/document.ts";
import { documentOf, videoClip } from "../testing/documents.ts";
import type { Gesture } from "./gesture.ts";
import { movedEdges } from "./moved-edges.ts";

/** Three clips that touch, each showing its file from 5 s on; 25 fps. */
const document = documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4), videoClip("c", 8, 4));

function edges(hint: Gesture["hint"], ...edits: readonly Edit[]) {
  const draft = applyEdits(document, edits);
  if (!draft.ok) throw new Error(draft.failure.code);
  return movedEdges(document, draft.value, hint).map(
    ({ clip, side, sourceSeconds }) => `${clip.id} ${side} ${sourceSeconds.toFixed(2)}`,
  );
}

describe("the frames that are looked at while an edge is dragged (E3)", () => {
  it("are the two beside the cut of a roll", () => {
    expect(
      edges("roll", { type: "roll", leftClipId: "a", rightClipId: "b", deltaFlicks: S }),
    ).toEqual(["a last 9.96", "b first 6.00"]);
  });

  it("are the first and the last one of a clip that is slipped", () => {
    expect(edges("slip", { type: "slip", clipIds: ["b"], deltaFlicks: S })).toEqual([
      "b first 6.00",
      "b last 9.96",
    ]);
  });

  it("are four of a slide: what the neighbours end and begin with, around the clip's own", () => {
    expect(edges("slide", { type: "slide", clipId: "b", deltaFlicks: S })).toEqual([
      "a last 9.96",
      "b first 5.00",
      "b last 8.96",
      "c first 6.00",
    ]);
  });

  it("are none of a clip that is only moved, nor of a gesture that has not moved yet", () => {
    const move: Edit = {
      type: "move-clips",
      clipIds: ["c"],
      deltaFlicks: 4 * S,
      trackDelta: 0,
      mode: "overwrite",
      idBase: "made",
      linked: true,
    };
    expect(movedEdges(document, document, "slide")).toEqual([]);
    expect(edges("move", move)).toEqual([]);
  });
});
