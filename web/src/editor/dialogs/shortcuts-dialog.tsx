"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { COMMANDS } from "../commands.ts";
import { COMMAND_GROUPS } from "../commands/command.ts";
import { KEY_PRESETS } from "../commands/keymap-presets.ts";
import { chooseKeys, useKeymap } from "../commands/keymap-store.ts";
import { OUR_KEYS } from "../commands/keymap.ts";
import { onApple, showKeys } from "../commands/show-keys.ts";
import css from "./dialogs.module.css";
import { KeyRow } from "./key-row.tsx";

const POINTER = [
  "zoom",
  "pan",
  "hand",
  "newTrack",
  "insert",
  "ripple",
  "copy",
  "free",
  "cancel",
  "add",
] as const;

/** Whose keys they are, and the way back from one's own. */
function PresetChoice() {
  const t = useT("editor");
  const { choice } = useKeymap();
  const isChanged = Object.keys(choice.own).length > 0;
  return (
    <div className={css["preset"]}>
      <Select
        label={t("shortcuts.preset")}
        value={choice.preset}
        onChange={(preset) => chooseKeys({ ...choice, preset })}
        options={KEY_PRESETS.map((value) => ({ value, label: t(`shortcuts.presets.${value}`) }))}
      />
      <Button
        kind="quiet"
        disabled={!isChanged}
        onClick={() => chooseKeys({ ...OUR_KEYS, preset: choice.preset })}
      >
        {t("shortcuts.resetAll")}
      </Button>
    </div>
  );
}

/** Every command with its keys, which can be changed, and what the pointer does; searchable. */
export function ShortcutsDialog(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT("editor");
  const { keymap } = useKeymap();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const fits = (label: string, keys: readonly string[]) =>
    label.toLowerCase().includes(wanted) || keys.some((one) => one.toLowerCase() === wanted);
  const apple = onApple();
  const shown = COMMANDS.filter(({ id }) =>
    fits(
      t(`commands.${id}`),
      (keymap.get(id) ?? []).map((keys) => showKeys(keys, apple)),
    ),
  );
  const pointer = POINTER.filter((id) =>
    fits(t(`shortcuts.pointerRows.${id}`), [t(`shortcuts.keys.${id}`)]),
  );
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t("shortcuts.title")}
      size="large"
    >
      <PresetChoice />
      <TextField
        label={t("shortcuts.search")}
        hideLabel
        placeholder={t("shortcuts.search")}
        icon={<Search size={14} strokeWidth={1.5} />}
        value={query}
        onChange={setQuery}
      />
      <div className={css["columns"]}>
        {COMMAND_GROUPS.filter((group) => shown.some((one) => one.group === group)).map((group) => (
          <section key={group} className={css["group"]}>
            <h3>{t(`groups.${group}`)}</h3>
            <dl>
              {shown
                .filter((one) => one.group === group)
                .map(({ id }) => (
                  <KeyRow key={id} id={id} />
                ))}
            </dl>
          </section>
        ))}
        {pointer.length === 0 ? null : (
          <section className={css["group"]}>
            <h3>{t("shortcuts.pointer")}</h3>
            <dl>
              {pointer.map((id) => (
                <div key={id} className={css["row"]}>
                  <dt>{t(`shortcuts.pointerRows.${id}`)}</dt>
                  <dd>
                    <Kbd keys={t(`shortcuts.keys.${id}`)} />
                    <span className={css["noTools"]} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {shown.length === 0 && pointer.length === 0 ? <p>{t("shortcuts.none")}</p> : null}
      </div>
    </Dialog>
  );
}
