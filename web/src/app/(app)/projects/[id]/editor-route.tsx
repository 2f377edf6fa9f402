"use client";
import dynamic from "next/dynamic";
import { SignedIn } from "../../../../account/signed-in.tsx";
import { useT } from "../../../../i18n/use-t.ts";
import { Spinner } from "../../../../ui/spinner.tsx";
import css from "./editor-route.module.css";

function Waiting() {
  const t = useT("ui");
  return (
    <div className={css["waiting"]}>
      <Spinner size={20} label={t("loading")} />
    </div>
  );
}

const loadEditor = () =>
  import("../../../../editor/editor-app.tsx").then((module) => module.EditorApp);

// With the page's own code, not after it. A failure is shown by the editor's own place.
if (typeof window !== "undefined") loadEditor().catch(() => undefined);

/** The editor lives in the browser alone: it needs canvas, codecs and IndexedDB. */
const EditorApp = dynamic(loadEditor, { ssr: false, loading: Waiting });

export function EditorRoute(props: { readonly projectId: string }) {
  return (
    <div className={css["page"]}>
      <SignedIn>
        <EditorApp key={props.projectId} projectId={props.projectId} />
      </SignedIn>
    </div>
  );
}
