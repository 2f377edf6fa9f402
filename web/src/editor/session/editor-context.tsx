"use client";
import { type ReactNode, createContext, useContext } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/shallow";
import type { EditorState } from "../state/store.ts";
import type { EditorEnv } from "./editor-env.ts";

const Env = createContext<EditorEnv | null>(null);

export function EditorProvider(props: { readonly env: EditorEnv; readonly children: ReactNode }) {
  return <Env.Provider value={props.env}>{props.children}</Env.Provider>;
}

/** The open project. Throws outside of EditorProvider: that is a bug in the layout. */
export function useEnv(): EditorEnv {
  const env = useContext(Env);
  if (env === null) throw new Error("useEnv needs an EditorProvider above it");
  return env;
}

/** A part of the editor's state; draws again only when that part changes. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEnv().store, select);
}

/** For parts that are new objects each time: compared one level deep. */
export function useEditorParts<T>(select: (state: EditorState) => T): T {
  return useStore(useEnv().store, useShallow(select));
}
