import { PANEL_MODES } from "../state/viewport.ts";
import { type Command, panelCommand } from "./command.ts";

/** Shift with the digits, in the order of the rail: 1 to 9, then 0. */
const panels = PANEL_MODES.map((mode, index): Command => ({
  id: panelCommand(mode),
  group: "panels",
  keys: [`Shift+Digit${(index + 1) % 10}`],
  once: true,
  run: (env) => env.store.getState().togglePanel(mode),
}));

export const panelCommands: readonly Command[] = [
  ...panels,
  {
    id: "inspector",
    group: "panels",
    keys: ["Shift+i"],
    once: true,
    run: (env) => {
      const { inspectorOpen, setInspectorOpen } = env.store.getState();
      setInspectorOpen(!inspectorOpen);
    },
  },
];
