"use client";
import { SignedIn } from "../../../../account/signed-in.tsx";
import { EditorApp } from "../../../../editor/editor-app.tsx";
import css from "./editor-route.module.css";

export function EditorRoute(props: { readonly projectId: string }) {
  return (
    <div className={css["page"]}>
      <SignedIn>
        <EditorApp key={props.projectId} projectId={props.projectId} />
      </SignedIn>
    </div>
  );
}
