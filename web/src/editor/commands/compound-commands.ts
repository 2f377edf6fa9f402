import { breakCompounds, makeCompound, selectedCompounds } from "../actions/compound.ts";
import { situationOf } from "../actions/run-plan.ts";
import type { EditorState } from "../state/store.ts";
import type { Command } from "./command.ts";
import { planned } from "./planned.ts";

const hasCompound = ({ selectedClipIds, journal }: EditorState) =>
  selectedClipIds.some((id) => journal.document.clips[id]?.kind === "compound");

/** Several clips as one, and the way into it and out again. */
export const compoundCommands: readonly Command[] = [
  planned("make-compound", ["Alt+KeyC"], makeCompound, (state) => state.selectedClipIds.length > 0),
  planned("break-compound", ["Alt+Shift+KeyC"], breakCompounds, hasCompound),
  {
    id: "open-compound",
    group: "timeline",
    keys: ["Alt+KeyO"],
    enabled: hasCompound,
    run: (env) => {
      const [first] = selectedCompounds(situationOf(env));
      if (first !== undefined) env.store.getState().openCompound(first.id);
    },
  },
  {
    id: "close-compound",
    group: "timeline",
    keys: ["Alt+Shift+KeyO"],
    enabled: (state) => state.openCompounds.length > 0,
    run: (env) => {
      const { openCompounds, closeCompounds } = env.store.getState();
      closeCompounds(openCompounds.length - 1);
    },
  },
];
