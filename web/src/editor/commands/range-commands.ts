import { clearRange } from "../actions/clear-range.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { rangeOf } from "../state/range.ts";
import type { EditorState } from "../state/store.ts";
import type { Command } from "./command.ts";

const hasRange = ({ inFlicks, outFlicks }: EditorState) => inFlicks !== null || outFlicks !== null;

/** The source monitor takes the marks while it is open, as it takes the other keys. */
function mark(env: EditorEnv, edge: "in" | "out"): void {
  const { source, markSource, markRange } = env.store.getState();
  if (source === null) markRange(edge);
  else markSource(edge);
}

function clear(env: EditorEnv, how: "lift" | "extract"): void {
  const state = env.store.getState();
  const range = rangeOf(state, state.journal.document);
  // What was taken out cannot be marked any more.
  if (runPlan(env, clearRange(situationOf(env), range, how)) && how === "extract") {
    state.clearRange();
  }
}

/** In and out, and what can be done between them. */
export const rangeCommands: readonly Command[] = [
  { id: "mark-in", group: "edit", keys: ["i"], run: (env) => mark(env, "in") },
  { id: "mark-out", group: "edit", keys: ["o"], run: (env) => mark(env, "out") },
  {
    id: "clear-marks",
    group: "edit",
    keys: ["Alt+KeyX"],
    enabled: hasRange,
    run: (env) => env.store.getState().clearRange(),
  },
  {
    id: "lift-range",
    group: "edit",
    keys: [";"],
    writes: true,
    enabled: hasRange,
    run: (env) => clear(env, "lift"),
  },
  {
    id: "extract-range",
    group: "edit",
    keys: ["'"],
    writes: true,
    enabled: hasRange,
    run: (env) => clear(env, "extract"),
  },
  {
    id: "loop-range",
    group: "play",
    keys: ["Alt+KeyL"],
    enabled: hasRange,
    run: (env) => env.store.getState().toggleLooping(),
  },
];
