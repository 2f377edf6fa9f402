"use client";
import type { TenantNotice } from "@cutroom/contracts";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { loadSession } from "../server/session.ts";
import { Button } from "../ui/button.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import css from "./tenant-notices.module.css";

function Notice({ notice }: { readonly notice: TenantNotice }) {
  const t = useT("account");
  const format = useFormatter();
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const dismiss = async () => {
    setBusy(true);
    const answer = await api.dismissNotice({ params: { notice_id: notice.id } });
    if (answer.ok) await loadSession(api);
    else notifyFailure(problemText(answer.failure));
    setBusy(false);
  };
  const at = { dateStyle: "medium", timeStyle: "short" } as const;
  return (
    <li className={css["notice"]}>
      <p>
        {t(`notices.layers.${notice.layer}`, { limit: notice.limit })}{" "}
        {t("notices.times", { count: notice.times })}{" "}
        {notice.resets_at === null
          ? t("notices.whenOneEnds")
          : t("notices.resets", { date: format.dateTime(new Date(notice.resets_at), at) })}
      </p>
      <Button busy={busy} onClick={() => void dismiss()}>
        {t("notices.dismiss")}
      </Button>
    </li>
  );
}

/** Limits of the whole workspace that were reached; only its admins are given any. */
export function TenantNotices({ notices }: { readonly notices: readonly TenantNotice[] }) {
  const t = useT("account");
  if (notices.length === 0) return null;
  return (
    <ul className={css["notices"]} aria-label={t("notices.title")}>
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </ul>
  );
}
