"use client";
import { FLICKS_PER_SECOND, type Flicks, type ProjectDocument } from "@cutroom/timeline";
import { ArrowLeft, Clapperboard } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { mediaOf } from "../engine/media-of-assets.ts";
import { Monitor } from "../engine/monitor/monitor.tsx";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { DropArea, useFileChooser } from "../library/drop-area.tsx";
import { UploadQueue } from "../library/upload-queue.tsx";
import { useApi } from "../server/client.ts";
import { useAccount } from "../server/session.ts";
import { useUploader } from "../server/upload/use-uploader.ts";
import { useAnswer } from "../server/use-answer.ts";
import { useWorkspace } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { FillForm } from "./fill-form.tsx";
import { type ShownTemplate, useLocalised } from "./localised.ts";
import css from "./templates.module.css";
import { useFilling } from "./use-filling.ts";

/** The film as it is now, played by the editor's own monitor. */
function Result(props: { readonly document: ProjectDocument }) {
  // By then the first title has come.
  const [playheadFlicks, setPlayhead] = useState<Flicks>(FLICKS_PER_SECOND);
  const [playing, setPlaying] = useState(false);
  const [shuttleRate, setShuttleRate] = useState(1);
  const assets = useWorkspace((state) => state.assets);
  const media = useMemo(() => mediaOf(assets), [assets]);
  const watermark = useAccount()?.plan.watermark ?? false;
  return (
    <Monitor
      document={props.document}
      media={media}
      watermark={watermark}
      playheadFlicks={playheadFlicks}
      onPlayheadChange={setPlayhead}
      playing={playing}
      onPlayingChange={setPlaying}
      shuttleRate={shuttleRate}
      onShuttleRateChange={setShuttleRate}
    />
  );
}

function useOpenInEditor(name: string) {
  const api = useApi();
  const router = useRouter();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const open = async (document: ProjectDocument) => {
    setBusy(true);
    const answer = await api.createProject({ body: { name, document } });
    if (answer.ok) {
      router.push(`/projects/${answer.value.id}`);
      return;
    }
    setBusy(false);
    notifyFailure(problemText(answer.failure));
  };
  return { busy, open };
}

function Filler({ shown }: { readonly shown: ShownTemplate }) {
  const t = useT("templates");
  const filling = useFilling(shown.content);
  const editor = useOpenInEditor(shown.name);
  const uploader = useUploader();
  const upload = (files: readonly File[]) => uploader((one) => one.add(files));
  const chooser = useFileChooser(upload);
  const { document } = filling;
  return (
    <DropArea onFiles={upload} className={css["filler"]}>
      {chooser.input}
      <section className={css["result"]} aria-label={t("form.result")}>
        {document === null ? null : <Result document={document} />}
      </section>
      <aside className={css["side"]}>
        <header className={css["sideHead"]}>
          <Link href="/templates" className={css["back"]}>
            <ArrowLeft size={14} strokeWidth={1.5} aria-hidden />
            {t("form.back")}
          </Link>
          <h1 dir="auto">{shown.name}</h1>
          {shown.note === "" ? null : <p className={css["note"]}>{shown.note}</p>}
        </header>
        <div className={css["sideBody"]}>
          <UploadQueue onChooseAgain={chooser.open} hideDone />
          <FillForm template={shown.content} filling={filling} onUpload={chooser.open} />
        </div>
        <footer className={css["sideFoot"]}>
          <Button
            kind="primary"
            size="large"
            wide
            icon={<Clapperboard size={16} strokeWidth={1.5} />}
            busy={editor.busy}
            disabled={document === null}
            onClick={() => (document === null ? undefined : void editor.open(document))}
          >
            {t("form.edit")}
          </Button>
        </footer>
      </aside>
    </DropArea>
  );
}

/** One template, its places, and the film that comes of them. */
export function TemplatePage({ templateId }: { readonly templateId: string }) {
  const t = useT("templates");
  const api = useApi();
  const problemText = useProblemText();
  const localised = useLocalised();
  const { value, problem, reload } = useAnswer(
    useCallback(() => api.getTemplate({ params: { template_id: templateId } }), [api, templateId]),
  );
  // The language of this page is the one it was opened in: a new document would start over.
  const [shown, setShown] = useState<ShownTemplate | null>(null);
  if (value !== null && shown === null) setShown(localised(value));
  if (shown !== null) return <Filler shown={shown} />;
  if (problem === null) {
    return (
      <div className={css["page"]}>
        <Skeleton height={360} />
      </div>
    );
  }
  const gone = problem.code === "request.not-found";
  return (
    <div className={css["page"]}>
      <ErrorState
        body={gone ? `${t("form.gone")}. ${t("form.goneBody")}` : problemText(problem)}
        requestId={problem.request_id}
        onRetry={() => reload()}
      />
    </div>
  );
}
