"use client";
import { type ReactNode, useEffect } from "react";
import { useKeptLists } from "../offline/use-kept-lists.ts";
import { apiClient } from "./client.ts";
import { useConfig } from "./config.tsx";
import { onReconnected, watchOnline } from "./connection.ts";
import { startEvents } from "./events.ts";
import { loadSession, useAccount } from "./session.ts";
import { loadAssets, loadExports, useWorkspace } from "./workspace.ts";
import { isSettled } from "./task-state.ts";
import type { WorkspaceState } from "./workspace-state.ts";

const countSettled = (state: WorkspaceState) => Object.values(state.tasks).filter(isSettled).length;

/** Once, around the app: finds out who this is and keeps their files and tasks fresh. */
export function WorkspaceLink(props: { readonly children: ReactNode }) {
  const { apiUrl } = useConfig();
  const userId = useAccount()?.user.id;

  useEffect(() => watchOnline(), []);

  // Without a network the account is the one that this device last knew.
  useEffect(() => onReconnected(() => void loadSession(apiClient(apiUrl))), [apiUrl]);

  // Credits move whenever a task ends, so the account is read again then.
  useEffect(() => {
    const api = apiClient(apiUrl);
    void loadSession(api);
    return useWorkspace.subscribe((now, before) => {
      const ended = now.tasks !== before.tasks && countSettled(now) > countSettled(before);
      if (ended) void loadSession(api);
    });
  }, [apiUrl]);

  useKeptLists(apiClient(apiUrl), userId !== undefined);

  useEffect(() => {
    if (userId === undefined) return undefined;
    const api = apiClient(apiUrl);
    void loadAssets(api);
    void loadExports(api);
    return startEvents(apiUrl, api).stop;
  }, [apiUrl, userId]);

  return props.children;
}
