import { addSource } from "../actions/add-source.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import type { EditorState } from "../state/store.ts";
import type { Command } from "./command.ts";

const hasSource = ({ source }: EditorState) => source !== null;

function add(env: EditorEnv, mode: "insert" | "overwrite"): void {
  const { source } = env.store.getState();
  const asset = source === null ? undefined : env.assetOf(source.assetId);
  if (source === null || asset === undefined) return;
  runPlan(env, addSource(situationOf(env), asset, source, mode));
}

/** What can be done with the file in the source monitor. */
export const sourceCommands: readonly Command[] = [
  {
    id: "source-insert",
    group: "edit",
    keys: [","],
    writes: true,
    enabled: hasSource,
    run: (env) => add(env, "insert"),
  },
  {
    id: "source-overwrite",
    group: "edit",
    keys: ["."],
    writes: true,
    enabled: hasSource,
    run: (env) => add(env, "overwrite"),
  },
];
