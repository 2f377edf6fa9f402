import { type Edit, fail, ok } from "@cutroom/timeline";
import { takesLinks } from "../state/selection.ts";
import { type Planned, type Situation, clipsUnderPlayhead } from "./plan.ts";

/** Q and W: takes away what lies before or after the playhead, and closes the gap. */
export function trimToPlayhead(situation: Situation, edge: "start" | "end"): Planned {
  const [clip] = clipsUnderPlayhead(situation);
  if (clip === undefined) return fail("action.nothing-at-playhead");
  const edgeFlicks = edge === "start" ? clip.start : clip.start + clip.duration;
  const deltaFlicks = situation.playheadFlicks - edgeFlicks;
  if (deltaFlicks === 0) return fail("action.nothing-at-playhead");
  const trim: Edit = {
    type: "trim-clip",
    clipId: clip.id,
    edge,
    deltaFlicks,
    ripple: "all",
    linked: takesLinks(situation.document, situation.selectedClipIds),
  };
  return ok({
    label: "trim",
    edits: [trim],
    // What was under the playhead stays under it.
    ...(edge === "start" ? { seek: clip.start } : {}),
  });
}
