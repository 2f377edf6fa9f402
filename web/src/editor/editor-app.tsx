"use client";
import Link from "next/link";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Levels } from "../engine/levels.ts";
import { useMakingText } from "../generate/use-making-text.ts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { Recorder } from "../record/recorder.tsx";
import { useApi } from "../server/client.ts";
import { refreshAsset, useWorkspace } from "../server/workspace.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { isModalOpen } from "../ui/modal-state.ts";
import { notifyFailure } from "../ui/toaster.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { bindKeys } from "./commands/bind-keys.ts";
import { useAiLabel } from "./provenance/use-ai-label.ts";
import { useKeymap } from "./commands/keymap-store.ts";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import css from "./editor-app.module.css";
import { clipMaking, offlineMark } from "./generation/clip-making.ts";
import { useGenerations } from "./generation/use-generations.ts";
import { Guide } from "./layout/guide.tsx";
import {
  AutoCutDialog,
  CommandPalette,
  ExportDialog,
  Opened,
  RelinkDialog,
  SaveTemplateDialog,
  ShortcutsDialog,
} from "./layout/later.tsx";
import { TopBar } from "./layout/top-bar.tsx";
import { EditorWorkspace } from "./layout/workspace.tsx";
import { createClipMediaCache } from "./media/clip-media.ts";
import { useOpenFilm } from "./session/use-open-film.ts";
import { keepRange } from "./session/kept-range.ts";
import { newId } from "./session/browser-session.ts";
import { EditorProvider, useEditor, useEnv } from "./session/editor-context.tsx";
import type { EditorEnv } from "./session/editor-env.ts";
import type { Session } from "./session/session.ts";
import { createLaneLink } from "./timeline/lane-target.ts";
import { useSafeLeaving, useSession } from "./session/use-session.ts";
import { useSpeaker } from "./session/use-speaker.ts";

/** Builds what commands reach, once for each opened project. */
function useEditorEnv(projectId: string, session: Session): EditorEnv {
  const api = useApi();
  const t = useT("editor");
  const speak = useSpeaker();
  // The language may change while the project is open; its history must not start over.
  const making = useMakingText();
  const words = useRef({ speak, t, making });
  useEffect(() => {
    words.current = { speak, t, making };
  });
  return useMemo(() => {
    const lanes = createLaneLink();
    return {
      projectId,
      store: session.store,
      speak: {
        refused: (...said) => words.current.speak.refused(...said),
        saved: (status) => words.current.speak.saved(status),
      },
      newId,
      clipboard: { clips: [] },
      flush: session.saver.flush,
      levels: new Levels(),
      media: createClipMediaCache({
        onLoad: () => lanes.target()?.redraw(),
        onStale: (assetId) => void refreshAsset(api, assetId),
      }),
      assetOf: (assetId) => useWorkspace.getState().assets[assetId],
      makingOf: (clip) =>
        clipMaking(clip, words.current.making) ??
        offlineMark(clip, () => words.current.t("relink.short")),
      lanes,
      titleText: () => words.current.t("text.default"),
      shapeName: () => words.current.t("shapes.names.rectangle"),
    };
  }, [projectId, session, api]);
}

function ReaderBanner({ session }: { readonly session: Session }) {
  const t = useT("editor");
  const reading = useEditor((state) => state.role === "reader");
  if (!reading) return null;
  return (
    <div className={css["banner"]} role="status" data-testid="reader-banner">
      {t("reader.text")}
      <Button onClick={session.takeOver}>{t("reader.takeOver")}</Button>
    </div>
  );
}

function Dialogs({ session }: { readonly session: Session }) {
  const env = useEnv();
  const t = useT("editor");
  const dialog = useEditor((state) => state.dialog);
  const name = useEditor((state) => state.journal.name);
  const revision = useEditor((state) => state.journal.revision);
  const film = useOpenFilm(dialog === "export");
  const aiLabel = useAiLabel();
  const { openDialog, setAiLabel } = env.store.getState();
  const close = useCallback(
    (open: boolean) => {
      if (!open) openDialog(null);
    },
    [openDialog],
  );
  return (
    <>
      <Opened when={dialog === "export"}>
        <ExportDialog
          projectId={env.projectId}
          projectName={name}
          revision={revision}
          film={film}
          aiLabel={{ ...aiLabel, onChange: setAiLabel }}
          open={dialog === "export"}
          onOpenChange={close}
          beforeSubmit={async () => {
            if ((await env.flush()) === "saved") return env.store.getState().journal.revision;
            openDialog(null);
            notifyFailure(t("top.exportBlocked"));
            return null;
          }}
        />
      </Opened>
      <Opened when={dialog === "auto-cut"}>
        <AutoCutDialog open={dialog === "auto-cut"} onClose={() => openDialog(null)} />
      </Opened>
      <Opened when={dialog === "relink"}>
        <RelinkDialog open={dialog === "relink"} onClose={() => openDialog(null)} />
      </Opened>
      <Opened when={dialog === "save-template"}>
        <SaveTemplateDialog open={dialog === "save-template"} onClose={() => openDialog(null)} />
      </Opened>
      <Opened when={dialog === "shortcuts"}>
        <ShortcutsDialog open={dialog === "shortcuts"} onOpenChange={close} />
      </Opened>
      <Opened when={dialog === "palette"}>
        <CommandPalette open={dialog === "palette"} onOpenChange={close} />
      </Opened>
      <ConflictDialog session={session} />
    </>
  );
}

function OpenEditor(props: { readonly projectId: string; readonly session: Session }) {
  const { session } = props;
  const env = useEditorEnv(props.projectId, session);
  useSafeLeaving(session);
  useGenerations(env);
  useEffect(() => keepRange(env.projectId, env.store, localStorage), [env]);
  const { keymap } = useKeymap();
  useEffect(() => bindKeys(env, keymap, window, isModalOpen), [env, keymap]);
  return (
    <EditorProvider env={env}>
      <div className={css["editor"]} data-testid="editor">
        <TopBar />
        <ReaderBanner session={session} />
        <Recorder />
        <Guide />
        <EditorWorkspace />
        <Dialogs session={session} />
      </div>
    </EditorProvider>
  );
}

function Project(props: { readonly projectId: string; readonly onRetry: () => void }) {
  const t = useT("editor");
  const tUi = useT("ui");
  const problemText = useProblemText();
  const view = useSession(props.projectId);
  if (view.status === "loading") {
    return (
      <main className={css["waiting"]}>
        <Spinner size={20} label={t("loading")} />
      </main>
    );
  }
  if (view.status === "failed") {
    return (
      <main className={css["waiting"]}>
        <EmptyState
          title={t("loadFailed")}
          body={problemText(view.problem)}
          action={
            <>
              <Button onClick={props.onRetry}>{tUi("actions.retry")}</Button>
              <Link href="/" className={buttonClass("quiet")}>
                {t("top.back")}
              </Link>
            </>
          }
        />
      </main>
    );
  }
  return <OpenEditor projectId={props.projectId} session={view.session} />;
}

/** One project, open for editing: reads it, holds the pen, saves it. */
export function EditorApp(props: { readonly projectId: string }) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Project
      key={attempt}
      projectId={props.projectId}
      onRetry={() => setAttempt((count) => count + 1)}
    />
  );
}
