import type { EditorEnv, WayOut } from "../session/editor-env.ts";
import type { EditorState } from "../state/store.ts";
import type { Planned, Situation } from "./plan.ts";

/** The state as actions see it, with a fresh id to name things after. */
export function situationOf(env: Pick<EditorEnv, "store" | "newId">): Situation {
  const { journal, selectedClipIds, selectedTransitionId, playheadFlicks } = env.store.getState();
  return {
    document: journal.document,
    selectedClipIds,
    selectedTransitionId,
    playheadFlicks,
    idBase: env.newId(),
  };
}

/** Carries a plan out as one undo step and says why when it cannot; true when it was done. */
export function runPlan(
  env: Pick<EditorEnv, "store" | "speak">,
  planned: Planned,
  wayOut?: WayOut,
): boolean {
  if (!planned.ok) {
    env.speak.refused(planned.failure, wayOut);
    return false;
  }
  const { label, edits, select, seek } = planned.value;
  const state: EditorState = env.store.getState();
  const done = state.edit(label, edits);
  if (!done.ok) {
    env.speak.refused(done.failure, wayOut);
    return false;
  }
  if (select !== undefined) state.selectClips(select);
  if (seek !== undefined) {
    state.seek(seek);
    state.revealTime(seek);
  }
  return true;
}
