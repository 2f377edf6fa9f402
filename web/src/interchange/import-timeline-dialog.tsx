"use client";
import type { Imported, MissingFile } from "@cutroom/interchange";
import { documentDuration, flicksToMs } from "@cutroom/timeline";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { loadAssets, useWorkspace } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatDuration } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import css from "./interchange.module.css";
import { useTimelineImport } from "./use-timeline-import.ts";

const OFFLINE = "offline";
const WITHOUT_EXTENSION = /\.[^.]*$/;

type TimelineImport = ReturnType<typeof useTimelineImport>;

function MissingRow(props: { readonly file: MissingFile; readonly list: TimelineImport }) {
  const t = useT("interchange");
  const { file, list } = props;
  const options = list.fitting(file.assetId);
  const choose = (assetId: string) => {
    const { [file.assetId]: _before, ...rest } = list.links;
    list.setLinks(assetId === OFFLINE ? rest : { ...rest, [file.assetId]: assetId });
  };
  return (
    <>
      <span className={css["fileName"]} title={file.name}>
        {file.name === "" ? t("import.unnamed") : file.name}
        <span className={css["clips"]}>{t("import.clips", { count: file.clipCount })}</span>
      </span>
      <Select
        label={t("import.relink", { name: file.name })}
        hideLabel
        value={list.links[file.assetId] ?? OFFLINE}
        onChange={choose}
        options={[
          { value: OFFLINE, label: t("import.leaveOffline") },
          ...options.map(({ assetId, name }) => ({ value: assetId, label: name })),
        ]}
      />
    </>
  );
}

function Found(props: { readonly imported: Imported; readonly list: TimelineImport }) {
  const t = useT("interchange");
  const { document, missing, notes } = props.imported;
  return (
    <>
      <p className={css["facts"]} data-testid="import-facts">
        {t("import.facts", {
          clips: Object.keys(document.clips).length,
          tracks: document.trackOrder.length,
          length: formatDuration(flicksToMs(documentDuration(document))),
        })}
      </p>
      {notes.length === 0 ? null : (
        <div className={css["notes"]}>
          <p>{t("import.notes")}</p>
          <ul>
            {notes.map(({ code, count }) => (
              <li key={code}>{t(`notes.${code}`, { count })}</li>
            ))}
          </ul>
        </div>
      )}
      {missing.length === 0 ? (
        <p className={css["fine"]}>{t("import.allFound")}</p>
      ) : (
        <>
          <p className={css["hint"]}>{t("import.missing", { count: missing.length })}</p>
          <div className={css["missing"]} data-testid="import-missing">
            {missing.map((file) => (
              <MissingRow key={file.assetId} file={file} list={props.list} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** The library has to be known before files can be matched to it. */
function useLibrary() {
  const api = useApi();
  const { status } = useWorkspace((state) => state.assetsLoading);
  useEffect(() => {
    if (status === "idle") void loadAssets(api);
  }, [api, status]);
  return status === "ready" || status === "failed";
}

function FileChoice({ list }: { readonly list: TimelineImport }) {
  const t = useT("interchange");
  const input = useRef<HTMLInputElement>(null);
  const { file } = list;
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".otio,application/json"
        data-testid="timeline-input"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (chosen) void list.take(chosen);
        }}
      />
      <Button icon={<FileUp size={16} strokeWidth={1.5} />} onClick={() => input.current?.click()}>
        {t(file.kind === "none" ? "import.choose" : "import.chooseOther")}
      </Button>
    </div>
  );
}

function Body({ list }: { readonly list: TimelineImport }) {
  const t = useT("interchange");
  const { file } = list;
  return (
    <div className={css["stack"]}>
      <FileChoice list={list} />
      {file.kind === "none" ? null : (
        <p className={css["fileName"]} title={file.fileName}>
          {file.fileName}
        </p>
      )}
      {file.kind === "refused" ? (
        <p className={css["bad"]} role="alert" data-testid="import-refused">
          {t(`failures.${file.failure.code.replace("interchange.", "") as Refusal}`)}
        </p>
      ) : null}
      {file.kind === "read" ? <Found imported={file.imported} list={list} /> : null}
    </div>
  );
}
type Refusal = "too-large" | "unreadable" | "not-otio" | "empty" | "breaks-rule";

/** A timeline of another program as a project of its own: no open project is changed. */
export function ImportTimelineDialog(props: { readonly onClose: () => void }) {
  const t = useT("interchange");
  const api = useApi();
  const router = useRouter();
  const problemText = useProblemText();
  const list = useTimelineImport();
  const libraryKnown = useLibrary();
  const [busy, setBusy] = useState(false);
  const { file, document } = list;

  const create = async () => {
    if (file.kind !== "read" || document === null) return;
    setBusy(true);
    const stem = file.fileName.replace(WITHOUT_EXTENSION, "");
    const name = (file.imported.name.trim() || stem || t("import.untitled")).slice(0, 200);
    const answer = await api.createProject({ body: { name, document } });
    setBusy(false);
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return;
    }
    props.onClose();
    router.push(`/projects/${answer.value.id}`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={t("import.title")}
      description={t("import.text")}
      footer={
        <>
          <Button onClick={props.onClose}>{t("cancel")}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={document === null}
            onClick={() => void create()}
            data-testid="import-create"
          >
            {t("import.create")}
          </Button>
        </>
      }
    >
      {libraryKnown ? <Body list={list} /> : <Spinner label={t("import.reading")} />}
    </Dialog>
  );
}
