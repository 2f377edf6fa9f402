import type { EditorEnv } from "../session/editor-env.ts";
import { type Cut, addCrossfade, cutInQuestion, makeRoomForCrossfade } from "./crossfade.ts";
import { runPlan, situationOf } from "./run-plan.ts";

/**
 * Adds a crossfade. When the clips have no material beyond the cut, says so and offers to make
 * room; never does nothing in silence.
 */
export function runCrossfade(env: EditorEnv, at?: Cut): boolean {
  const situation = situationOf(env);
  const cut = at ?? cutInQuestion(situation);
  const planned = addCrossfade(situation, cut);
  const offersRoom = cut !== null && !planned.ok && planned.failure.code === "action.no-handle";
  if (!offersRoom) return runPlan(env, planned);
  return runPlan(env, planned, {
    label: "make-room",
    run: () => {
      const now = situationOf(env);
      const left = now.document.clips[cut.left.id];
      const right = now.document.clips[cut.right.id];
      if (left !== undefined && right !== undefined) {
        runPlan(env, makeRoomForCrossfade(now, { left, right }));
      }
    },
  });
}
