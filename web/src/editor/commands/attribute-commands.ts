import { ATTRIBUTES, type Attribute, pasteAttributes } from "../actions/paste-attributes.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import type { Command, CommandId } from "./command.ts";

function pasting(
  id: CommandId,
  keys: readonly string[],
  attributes: readonly Attribute[] = ATTRIBUTES,
): Command {
  return {
    id,
    group: "edit",
    keys,
    writes: true,
    enabled: ({ selectedClipIds }) => selectedClipIds.length > 0,
    run: (env) => {
      runPlan(env, pasteAttributes(situationOf(env), env.clipboard.clips, attributes));
    },
  };
}

/** What the copied clip looks and sounds like, for the selected ones: all of it, or a part. */
export const attributeCommands: readonly Command[] = [
  pasting("paste-attributes", ["$mod+Alt+KeyV"]),
  pasting("paste-position", ["Alt+Digit1"], ["position"]),
  pasting("paste-look", ["Alt+Digit2"], ["look"]),
  pasting("paste-sound", ["Alt+Digit3"], ["sound"]),
  pasting("paste-speed", ["Alt+Digit4"], ["speed"]),
];
