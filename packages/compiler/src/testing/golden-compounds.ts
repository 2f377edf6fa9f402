import { editWithin } from "@cutroom/timeline";
import type { Edit, ProjectDocument } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

/** The document after edits of all of it. */
export function edited(document: ProjectDocument, edits: readonly Edit[]): ProjectDocument {
  return edits.reduce((before, edit) => {
    const after = editWithin(before, null, edit);
    if (!after.ok) throw new Error(after.failure.code);
    return after.value;
  }, document);
}

const FRAME = 23_520_000;
const flat = documentOf([
  {
    kind: "video",
    clips: [
      { id: "before", asset: "a30", at: 0, frames: 10 },
      { id: "one", asset: "a30", at: 10, frames: 20, sourceStart: FRAME * 10 },
      { id: "two", asset: "b30", at: 30, frames: 20, sourceStart: FRAME * 12 },
    ],
    transitions: [["one", "two", 8]],
  },
  {
    kind: "overlay",
    clips: [{ id: "between", asset: "logo", mediaKind: "image", at: 20, frames: 40 }],
  },
  { kind: "text", clips: [{ id: "word", text: "Compound 复合", at: 15, frames: 20, fadeOut: 6 }] },
  {
    kind: "audio",
    clips: [
      { id: "bed", asset: "tone", mediaKind: "audio", at: 12, frames: 30, audio: { gainDb: -9 } },
    ],
  },
]);

/** A compound clip within another, which is quieter, and a copy that its edge cuts in a transition. */
export const COMPOUNDS_PROJECT: GoldenProject = {
  name: "compounds",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: edited(flat, [
    {
      type: "make-compound",
      clipIds: ["one", "two", "bed"],
      sequenceId: "inner",
      name: "Inner",
      idBase: "c",
    },
    {
      type: "make-compound",
      clipIds: ["c-1", "word"],
      sequenceId: "outer",
      name: "Outer",
      idBase: "d",
    },
    { type: "set-clip", clipIds: ["d-1"], changes: { audio: { gainDb: -3 } } },
    {
      type: "duplicate-clips",
      clipIds: ["d-1"],
      atFlicks: 60 * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "e",
    },
    { type: "trim-clip", clipId: "e-1", edge: "start", deltaFlicks: 18 * FRAME, ripple: "none" },
  ]),
};
