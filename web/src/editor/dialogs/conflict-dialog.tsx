"use client";
import type { ProblemCode } from "@cutroom/contracts";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { notifyFailure } from "../../ui/toaster.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import type { Session } from "../session/session.ts";

/**
 * Somebody else saved, or the server refuses a change. Both versions can be kept; nothing is
 * thrown away before the person has chosen. Closed, it is opened again at the saved state.
 */
export function ConflictDialog({ session }: { readonly session: Session }) {
  const t = useT("editor");
  const env = useEnv();
  const router = useRouter();
  const problemText = useProblemText();
  const status = useEditor((state) => state.saveStatus);
  const refusal = useEditor((state) => state.refusal);
  const name = useEditor((state) => state.journal.name);
  const [busy, setBusy] = useState<"keep" | "reload" | null>(null);
  const [closed, setClosed] = useState(false);
  const asked = useEditor((state) => state.dialog === "conflict");
  const stuck = status === "conflict" || status === "refused";
  // The next time it is another question.
  if (!stuck && closed) setClosed(false);
  const refused = status === "refused";

  const keep = async () => {
    setBusy("keep");
    const kept = await session.keepAsCopy(t("conflict.copyName", { name }));
    setBusy(null);
    if (kept.ok) router.push(`/projects/${kept.value}`);
    else notifyFailure(t("conflict.failed"), { description: problemText(kept.failure) });
  };
  const reload = async () => {
    setBusy("reload");
    const loaded = await session.reloadSaved();
    setBusy(null);
    if (!loaded.ok) notifyFailure(problemText(loaded.failure));
  };
  return (
    <Dialog
      open={stuck && (asked || !closed)}
      onOpenChange={() => {
        setClosed(true);
        if (asked) env.store.getState().openDialog(null);
      }}
      title={t(refused ? "conflict.refusedTitle" : "conflict.title")}
      description={
        refused
          ? t("conflict.refusedBody", {
              reason: problemText({ code: (refusal ?? "internal.error") as ProblemCode }),
            })
          : t("conflict.body", { name })
      }
      size="small"
      footer={
        <>
          <Button busy={busy === "reload"} disabled={busy !== null} onClick={() => void reload()}>
            {t("conflict.reload")}
          </Button>
          <Button
            kind="primary"
            busy={busy === "keep"}
            disabled={busy !== null}
            onClick={() => void keep()}
          >
            {t("conflict.keep")}
          </Button>
        </>
      }
    />
  );
}
