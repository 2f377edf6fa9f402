"use client";
import { Command } from "cmdk";
import { useT } from "../../i18n/use-t.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { COMMANDS, canRun } from "../commands.ts";
import { COMMAND_GROUPS, type Command as EditorCommand } from "../commands/command.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEnv } from "../session/editor-context.tsx";
import css from "./dialogs.module.css";

/** Every command by name. What cannot run now is not offered. */
export function CommandPalette(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  const run = (command: EditorCommand) => {
    props.onOpenChange(false);
    command.run(env);
  };
  const offered = COMMANDS.filter(
    (command) => command.id !== "palette" && canRun(command, env.store.getState()),
  );
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={t("palette.title")}>
      <Command label={t("palette.title")} className={css["palette"]}>
        <Command.Input
          autoFocus
          className={css["paletteInput"]}
          placeholder={t("palette.placeholder")}
        />
        <Command.List className={css["paletteList"]}>
          <Command.Empty className={css["paletteEmpty"]}>{t("palette.none")}</Command.Empty>
          {COMMAND_GROUPS.map((group) => (
            <Command.Group
              key={group}
              heading={t(`groups.${group}`)}
              className={css["paletteGroup"]}
            >
              {offered
                .filter((command) => command.group === group)
                .map((command) => {
                  const keys = shortcuts(command.id);
                  return (
                    <Command.Item
                      key={command.id}
                      value={t(`commands.${command.id}`)}
                      className={css["paletteItem"]}
                      onSelect={() => run(command)}
                    >
                      <span>{t(`commands.${command.id}`)}</span>
                      {keys === undefined ? null : <Kbd keys={keys} />}
                    </Command.Item>
                  );
                })}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
