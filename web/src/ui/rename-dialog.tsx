"use client";
import { type FormEvent, useId, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./text-field.tsx";

/** Asks for a new name. Give it a `key` per thing, so that it starts from that thing's name. */
export function RenameDialog(props: {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly maxLength: number;
  /** What the button says; "Rename" without it. */
  readonly action?: string;
  readonly onClose: () => void;
  /** Resolves to why it did not work, or to null. */
  readonly onRename: (name: string) => Promise<string | null>;
}) {
  const t = useT("ui");
  const formId = useId();
  const [name, setName] = useState(props.name);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await props.onRename(name.trim());
    setBusy(false);
    if (failure === null) props.onClose();
    else setError(failure);
  };
  return (
    <Dialog
      open
      size="small"
      title={props.title}
      onOpenChange={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t("actions.cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={name.trim() === ""}
          >
            {props.action ?? t("actions.rename")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <TextField
          label={props.label}
          value={name}
          onChange={setName}
          maxLength={props.maxLength}
          error={error ?? undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
      </form>
    </Dialog>
  );
}
