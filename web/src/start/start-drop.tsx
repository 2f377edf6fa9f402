"use client";
import type { ProjectSummary } from "@cutroom/contracts";
import { Clapperboard, FileUp, Plus, Sparkles, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, lazy, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { DropArea, useFileChooser } from "../library/drop-area.tsx";
import { UploadQueue } from "../library/upload-queue.tsx";
import { useApi } from "../server/client.ts";
import { useUploads } from "../server/upload/uploads-store.ts";
import { useInterruptedUploads, useUploader } from "../server/upload/use-uploader.ts";
import { useWorkspace } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import css from "./start-page.module.css";

const ImportTimelineDialog = lazy(() =>
  import("../interchange/import-timeline-dialog.tsx").then((module) => ({
    default: module.ImportTimelineDialog,
  })),
);

/** The project that a local installation comes with. */
const SAMPLE_NAME = "A day in three horizons";

function useNewProject() {
  const api = useApi();
  const router = useRouter();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const create = async (
    name: string,
    assetIds: readonly string[],
    opensWith: "" | "?panel=generate" = "",
  ) => {
    setBusy(true);
    const body = assetIds.length === 0 ? { name } : { name, asset_ids: [...assetIds] };
    const answer = await api.createProject({ body });
    if (answer.ok) {
      router.push(`/projects/${answer.value.id}${opensWith}`);
      return;
    }
    setBusy(false);
    notifyFailure(problemText(answer.failure));
  };
  return { busy, create };
}

/** What was just uploaded, and the way from there to a timeline. */
function FromUploads(props: { readonly starter: ReturnType<typeof useNewProject> }) {
  const t = useT("library");
  const rows = useUploads((state) => state.rows);
  const assets = useWorkspace((state) => state.assets);
  if (rows.length === 0) return null;
  const arrived = rows.flatMap((row) => {
    const asset = row.assetId === null ? undefined : assets[row.assetId];
    return asset === undefined ? [] : [asset];
  });
  const ready = arrived.filter((asset) => asset.state === "READY");
  const preparing = arrived.filter((asset) => asset.state === "PROCESSING");
  const percent =
    preparing.reduce((sum, asset) => sum + asset.progress, 0) / Math.max(1, preparing.length);
  const name = (ready[0]?.name ?? "").replace(/\.[^.]+$/, "");
  return (
    <div className={css["from"]}>
      <div className={css["fromText"]}>
        <p>{t("start.readyOf", { ready: String(ready.length), total: rows.length })}</p>
        {preparing.length === 0 ? null : (
          <ProgressBar
            label={t("start.preparing", { count: preparing.length })}
            percent={percent}
          />
        )}
      </div>
      <Button
        kind="primary"
        size="large"
        disabled={ready.length === 0}
        busy={props.starter.busy}
        onClick={() =>
          void props.starter.create(
            name,
            ready.map(({ id }) => id),
          )
        }
      >
        {t("start.edit")}
      </Button>
    </div>
  );
}

function ImportTimeline() {
  const t = useT("interchange");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="large"
        kind="quiet"
        icon={<FileUp size={16} strokeWidth={1.5} />}
        onClick={() => setOpen(true)}
      >
        {t("importEntry")}
      </Button>
      <Suspense fallback={null}>
        {open ? <ImportTimelineDialog onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

/** The large area that takes files, and the other ways to begin. */
export function StartDrop(props: { readonly projects: readonly ProjectSummary[] | null }) {
  const t = useT("library");
  const router = useRouter();
  const uploader = useUploader();
  const starter = useNewProject();
  const hasRows = useUploads((state) => state.rows.length > 0);
  const upload = (files: readonly File[]) => uploader((u) => u.add(files));
  const chooser = useFileChooser(upload);
  const sample = props.projects?.find(({ name }) => name === SAMPLE_NAME);
  useInterruptedUploads();
  return (
    <DropArea onFiles={upload} className={css["drop"]}>
      {chooser.input}
      <div className={css["dropMain"]}>
        <div>
          <h1 className={css["dropTitle"]}>{t("drop.title")}</h1>
          <p className={css["dropBody"]}>{t("drop.body")}</p>
        </div>
        <div className={css["dropActions"]}>
          <Button
            size="large"
            kind={hasRows ? "secondary" : "primary"}
            icon={<Upload size={16} strokeWidth={1.75} />}
            onClick={chooser.open}
          >
            {t("drop.choose")}
          </Button>
          <Button
            size="large"
            disabled={starter.busy}
            icon={<Sparkles size={16} strokeWidth={1.5} />}
            onClick={() => void starter.create(t("start.untitled"), [], "?panel=generate")}
          >
            {t("start.generate")}
          </Button>
          <Button
            size="large"
            busy={starter.busy && !hasRows}
            icon={<Plus size={16} strokeWidth={1.5} />}
            onClick={() => void starter.create(t("start.untitled"), [])}
          >
            {t("start.empty")}
          </Button>
          <ImportTimeline />
          {sample === undefined ? null : (
            <Button
              size="large"
              kind="quiet"
              icon={<Clapperboard size={16} strokeWidth={1.5} />}
              onClick={() => router.push(`/projects/${sample.id}`)}
            >
              {t("start.sample")}
            </Button>
          )}
        </div>
      </div>
      <UploadQueue onChooseAgain={chooser.open} />
      <FromUploads starter={starter} />
    </DropArea>
  );
}
