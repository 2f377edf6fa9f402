"use client";

export function EditorApp(props: { readonly projectId: string }) {
  return <main data-project={props.projectId} />;
}
