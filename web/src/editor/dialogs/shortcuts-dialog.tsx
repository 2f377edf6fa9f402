"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { COMMANDS } from "../commands.ts";
import { COMMAND_GROUPS } from "../commands/command.ts";
import { onApple, showKeys } from "../commands/show-keys.ts";
import css from "./dialogs.module.css";

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

interface KeyRow {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
}

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={css["group"]}>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.id} className={css["row"]}>
            <dt>{row.label}</dt>
            <dd>
              {row.keys.map((keys) => (
                <Kbd key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every command that has keys, and what the pointer does with keys held; searchable. */
export function ShortcutsDialog(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT("editor");
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const fits = ({ label, keys }: KeyRow) =>
    label.toLowerCase().includes(wanted) || keys.some((one) => one.toLowerCase() === wanted);
  const apple = onApple();
  const groups = COMMAND_GROUPS.map((group) => ({
    group,
    rows: COMMANDS.filter((command) => command.group === group)
      .map((command) => ({
        id: command.id,
        label: t(`commands.${command.id}`),
        keys: command.keys.map((keys) => showKeys(keys, apple)),
      }))
      .filter(fits),
  }));
  const pointer = POINTER.map((id) => ({
    id,
    label: t(`shortcuts.pointerRows.${id}`),
    keys: [t(`shortcuts.keys.${id}`)],
  })).filter(fits);
  const none = pointer.length === 0 && groups.every(({ rows }) => rows.length === 0);
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t("shortcuts.title")}
      size="large"
    >
      <TextField
        label={t("shortcuts.search")}
        hideLabel
        placeholder={t("shortcuts.search")}
        icon={<Search size={14} strokeWidth={1.5} />}
        value={query}
        onChange={setQuery}
      />
      <div className={css["columns"]}>
        {groups.map(({ group, rows }) => (
          <Rows key={group} title={t(`groups.${group}`)} rows={rows} />
        ))}
        <Rows title={t("shortcuts.pointer")} rows={pointer} />
        {none ? <p>{t("shortcuts.none")}</p> : null}
      </div>
    </Dialog>
  );
}
