"use client";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { notify, notifyFailure } from "../../ui/toaster.tsx";
import type { Refusal, Speaker } from "./editor-env.ts";

/** The sentence for a refused edit. */
export function useRefusalText(): (code: Refusal["code"]) => string {
  const t = useT("editor");
  return useMemo(() => (code) => t(`failure.${code}`), [t]);
}

/** Says what happened in toasts: success is quiet, a refusal with a way out stays until read. */
export function useSpeaker(): Speaker {
  const t = useT("editor");
  const refusalText = useRefusalText();
  return useMemo(
    () => ({
      refused: (refusal, wayOut) => {
        const text = refusalText(refusal.code);
        if (wayOut === undefined) notify(text);
        else notifyFailure(text, { action: { label: t("makeRoom"), run: wayOut.run } });
      },
      saved: (status) => {
        if (status === "saved") notify(t("save.now"));
        else if (status === "offline") notify(t("save.offlineNow"));
      },
    }),
    [refusalText, t],
  );
}
