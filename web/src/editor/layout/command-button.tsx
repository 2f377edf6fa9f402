"use client";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { canRun, commandOf, runCommand } from "../commands.ts";
import type { CommandId } from "../commands/command.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";

/** A command as an icon: its name and keys come from the table, and so does whether it can run. */
export function CommandButton(props: {
  readonly command: CommandId;
  readonly icon: ReactNode;
  /** A longer name for this moment: "Undo split". */
  readonly label?: string;
  readonly active?: boolean;
}) {
  const t = useT("editor");
  const env = useEnv();
  const command = commandOf(props.command);
  const shortcuts = useShortcuts();
  const enabled = useEditor((state) => canRun(command, state));
  return (
    <IconButton
      label={props.label ?? t(`commands.${props.command}`)}
      shortcut={shortcuts(props.command)}
      icon={props.icon}
      active={props.active}
      disabled={!enabled}
      data-command={props.command}
      onClick={() => runCommand(env, props.command)}
    />
  );
}
