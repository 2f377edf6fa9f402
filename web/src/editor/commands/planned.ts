import type { Planned, Situation } from "../actions/plan.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import type { EditorState } from "../state/store.ts";
import type { Command, CommandId } from "./command.ts";

/** A command that is one plan over the state. */
export function planned(
  id: CommandId,
  keys: readonly string[],
  plan: (situation: Situation) => Planned,
  enabled?: (state: EditorState) => boolean,
): Command {
  return {
    id,
    group: "edit",
    keys,
    writes: true,
    ...(enabled === undefined ? {} : { enabled }),
    run: (env) => {
      runPlan(env, plan(situationOf(env)));
    },
  };
}
