"use client";
import { Pencil, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import type { CommandId } from "../commands/command.ts";
import { chooseKeys, useKeymap } from "../commands/keymap-store.ts";
import { holderOf, withOwnKeys, withoutOwnKeys } from "../commands/keymap.ts";
import { recordKeys } from "../commands/record-keys.ts";
import { onApple, showKeys } from "../commands/show-keys.ts";
import css from "./dialogs.module.css";

/** What happened to the last key press, in a sentence. */
type Note =
  | { readonly kind: "reserved"; readonly keys: string }
  | { readonly kind: "taken"; readonly from: CommandId };

/** A press is the new keys; Escape or leaving gives up. */
function Recorder(props: {
  readonly label: string;
  readonly onKeys: (keys: string) => void;
  readonly onReserved: (keys: string) => void;
  readonly onStop: () => void;
}) {
  const t = useT("editor");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") props.onStop();
    const pressed = recordKeys(event.nativeEvent, onApple());
    if (pressed.kind === "reserved") props.onReserved(pressed.keys);
    if (pressed.kind === "keys") props.onKeys(pressed.keys);
  };
  return (
    <button
      type="button"
      autoFocus
      className={css["recorder"]}
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onBlur={props.onStop}
    >
      {t("shortcuts.press")}
    </button>
  );
}

/** One command and its keys; the pencil asks for others. */
export function KeyRow({ id }: { readonly id: CommandId }) {
  const t = useT("editor");
  const { choice, keymap } = useKeymap();
  const [recording, setRecording] = useState(false);
  const [note, setNote] = useState<Note | null>(null);
  const name = t(`commands.${id}`);
  const keys = (keymap.get(id) ?? []).map((one) => showKeys(one, onApple()));
  const take = (taken: string) => {
    const from = holderOf(keymap, taken, id);
    setNote(from === null ? null : { kind: "taken", from });
    setRecording(false);
    chooseKeys(withOwnKeys(choice, id, taken));
  };
  return (
    <div className={css["row"]} data-command-keys={id}>
      <dt>{name}</dt>
      <dd>
        {recording ? (
          <Recorder
            label={t("shortcuts.pressFor", { name })}
            onKeys={take}
            onReserved={(reserved) => setNote({ kind: "reserved", keys: reserved })}
            onStop={() => setRecording(false)}
          />
        ) : (
          keys.map((one) => <Kbd key={one} keys={one} />)
        )}
        <span className={css["tools"]}>
          {choice.own[id] === undefined ? null : (
            <IconButton
              size="small"
              label={t("shortcuts.reset")}
              aria-label={t("shortcuts.resetOf", { name })}
              icon={<RotateCcw size={12} strokeWidth={1.5} />}
              onClick={() => {
                setNote(null);
                chooseKeys(withoutOwnKeys(choice, id));
              }}
            />
          )}
          <IconButton
            size="small"
            label={t("shortcuts.change")}
            aria-label={t("shortcuts.changeOf", { name })}
            icon={<Pencil size={12} strokeWidth={1.5} />}
            onClick={() => {
              setNote(null);
              setRecording(true);
            }}
          />
        </span>
      </dd>
      {note === null ? null : (
        <dd className={css["rowNote"]} role="status">
          {note.kind === "reserved"
            ? t("shortcuts.reserved", { keys: showKeys(note.keys, onApple()) })
            : t("shortcuts.taken", { name: t(`commands.${note.from}`) })}
        </dd>
      )}
    </div>
  );
}
