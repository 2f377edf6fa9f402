"use client";
import type { Webhook } from "@cutroom/contracts";
import type { Result } from "@cutroom/timeline";
import { type FormEvent, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import css from "./webhooks.module.css";

/** One field for the address; then the secret, once. */
export function AddWebhook(props: {
  readonly onAdd: (
    url: string,
  ) => Promise<Result<{ readonly webhook: Webhook; readonly secret: string }, string>>;
  readonly onAdded: (webhook: Webhook) => void;
}) {
  const t = useT("webhooks");
  const [url, setUrl] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [secret, setSecret] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const made = await props.onAdd(url.trim());
    setBusy(false);
    setError(made.ok ? undefined : made.failure);
    if (!made.ok) return;
    setUrl("");
    setSecret(made.value.secret);
    props.onAdded(made.value.webhook);
  };
  return (
    <>
      <form className={css["add"]} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t("url")}
          hideLabel
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("urlPlaceholder")}
          value={url}
          onChange={(value) => {
            setUrl(value);
            setError(undefined);
          }}
          maxLength={2_000}
          error={error}
        />
        <Button type="submit" kind="primary" busy={busy} disabled={url.trim() === ""}>
          {t("add")}
        </Button>
      </form>
      <Dialog
        open={secret !== null}
        title={t("secretTitle")}
        description={t("secretBody")}
        onOpenChange={() => setSecret(null)}
        footer={
          <Button kind="primary" onClick={() => setSecret(null)}>
            {t("secretDone")}
          </Button>
        }
      >
        <CopyField label={t("secret")} value={secret ?? ""} />
      </Dialog>
    </>
  );
}
