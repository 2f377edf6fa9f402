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

/** The editor lives in the browser alone: it needs canvas, codecs and IndexedDB. */
const EditorApp = dynamic(
  () => import("../../../../editor/editor-app.tsx").then((module) => module.EditorApp),
  { ssr: false, loading: Waiting },
);

export function EditorRoute(props: { readonly projectId: string }) {
  return (
    <div className={css["page"]}>
      <SignedIn>
        <EditorApp key={props.projectId} projectId={props.projectId} />
      </SignedIn>
    </div>
  );
}
