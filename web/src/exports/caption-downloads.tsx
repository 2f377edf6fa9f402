"use client";
import type { Task } from "@cutroom/contracts";
import { Captions } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import css from "./export-dialog.module.css";

const FORMATS = ["srt", "vtt"] as const;

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The caption files of an export that asked for them, each track its own. */
export function CaptionDownloads({ task }: { readonly task: Task }) {
  const t = useT("exports");
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const asked = task.export?.captions;
  if (asked !== "sidecar" && asked !== "both") return null;
  const download = async (format: (typeof FORMATS)[number]) => {
    setBusy(true);
    const answer = await api.exportCaptions({ params: { task_id: task.id }, query: { format } });
    setBusy(false);
    if (!answer.ok) notifyFailure(problemText(answer.failure));
    else if (answer.value.captions.length === 0) notify(t("captions.noTrack"));
    else for (const file of answer.value.captions) save(file.file_name, file.text);
  };
  return (
    <p className={css["captionFiles"]}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          busy={busy}
          icon={<Captions size={14} strokeWidth={2} />}
          onClick={() => void download(format)}
        >
          {t(`captions.${format}`)}
        </Button>
      ))}
    </p>
  );
}
