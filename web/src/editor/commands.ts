import { arrangeCommands } from "./commands/arrange-commands.ts";
import { compoundCommands } from "./commands/compound-commands.ts";
import { attributeCommands } from "./commands/attribute-commands.ts";
import type { Command, CommandId } from "./commands/command.ts";
import { editCommands } from "./commands/edit-commands.ts";
import { panelCommands } from "./commands/panel-commands.ts";
import { playCommands } from "./commands/play-commands.ts";
import { rangeCommands } from "./commands/range-commands.ts";
import { sourceCommands } from "./commands/source-commands.ts";
import { viewCommands } from "./commands/view-commands.ts";
import type { EditorEnv } from "./session/editor-env.ts";
import type { EditorState } from "./state/store.ts";

/** Everything that can be done by key, palette, menu or button: the only table of it. */
export const COMMANDS: readonly Command[] = [
  ...playCommands,
  ...editCommands,
  ...arrangeCommands,
  ...compoundCommands,
  ...attributeCommands,
  ...rangeCommands,
  ...sourceCommands,
  ...viewCommands,
  ...panelCommands,
];

const byId = new Map(COMMANDS.map((command) => [command.id, command]));

/** Throws for an id without a command: every id of the list has one, which a test checks. */
export function commandOf(id: CommandId): Command {
  const command = byId.get(id);
  if (command === undefined) throw new Error(`no command ${id}`);
  return command;
}

export function canRun(command: Command, state: EditorState): boolean {
  if (command.writes === true && state.role === "reader") return false;
  return command.enabled?.(state) ?? true;
}

/** Runs a command by id if it can run now. */
export function runCommand(env: EditorEnv, id: CommandId): void {
  const command = commandOf(id);
  if (canRun(command, env.store.getState())) command.run(env);
}
