"use client";
import { APPEAL_MAX, APPEAL_MIN } from "@cutroom/contracts";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { receiveAssets } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import css from "./review-note.module.css";

/** A sentence to a person who decides again, once for each file (G5); closed until it is wanted. */
export function AppealForm({ assetId }: { readonly assetId: string }) {
  const t = useT("review");
  const api = useApi();
  const problemText = useProblemText();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState("");
  const send = async () => {
    setBusy(true);
    const params = { asset_id: assetId };
    const answer = await api.appealReview({ params, body: { words: words.trim() } });
    setBusy(false);
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return;
    }
    receiveAssets([answer.value]);
    notify(t("owner.appeal.sent"));
  };
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t("owner.appeal.open")}</Button>;
  return (
    <div className={css["form"]}>
      <TextField
        label={t("owner.appeal.label")}
        hint={t("owner.appeal.hint", { count: String(APPEAL_MIN) })}
        value={words}
        onChange={setWords}
        rows={3}
        maxLength={APPEAL_MAX}
      />
      <div className={css["buttons"]}>
        <Button
          kind="primary"
          busy={busy}
          disabled={words.trim().length < APPEAL_MIN}
          onClick={() => void send()}
        >
          {t("owner.appeal.send")}
        </Button>
        <Button onClick={() => setOpen(false)}>{t("owner.appeal.cancel")}</Button>
      </div>
    </div>
  );
}
