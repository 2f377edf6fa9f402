"use client";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useApi } from "../server/client.ts";
import { notifyFailure } from "../ui/toaster.tsx";

/** Downloads the file of an export under its project's name, by a fresh link. */
export function useDownload() {
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const download = async (taskId: string) => {
    setBusy(true);
    const answer = await api.downloadExport({ params: { task_id: taskId } });
    setBusy(false);
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return;
    }
    const link = document.createElement("a");
    link.href = answer.value.url;
    link.download = answer.value.file_name;
    link.click();
  };
  return { busy, download };
}
