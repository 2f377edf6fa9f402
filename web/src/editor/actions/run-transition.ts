import type { TransitionKind } from "@cutroom/timeline";
import type { EditorEnv } from "../session/editor-env.ts";
import { type Cut, applyTransition, cutInQuestion, makeRoomForTransition } from "./transition.ts";
import { runPlan, situationOf } from "./run-plan.ts";

/**
 * Adds or changes a transition. When the clips have no material beyond the cut, says so and offers to make
 * room; never does nothing in silence.
 */
export function runTransition(env: EditorEnv, kind: TransitionKind, at?: Cut): boolean {
  const situation = situationOf(env);
  const cut = at ?? cutInQuestion(situation);
  const planned = applyTransition(situation, kind, cut);
  const offersRoom = cut !== null && !planned.ok && planned.failure.code === "action.no-handle";
  if (!offersRoom) return runPlan(env, planned);
  return runPlan(env, planned, {
    label: "make-room",
    run: () => {
      const now = situationOf(env);
      const left = now.document.clips[cut.left.id];
      const right = now.document.clips[cut.right.id];
      if (left !== undefined && right !== undefined) {
        runPlan(env, makeRoomForTransition(now, { left, right }, kind));
      }
    },
  });
}
