"use client";
/** The folders of the library in this tab, and which one is open. */
import type { Client, Folder } from "@cutroom/contracts";
import { useEffect } from "react";
import { create } from "zustand";
import { chooseNoFiles } from "./chosen-files.ts";
import { useApi } from "../server/client.ts";

interface Folders {
  readonly folders: readonly Folder[];
  /** Null: the library itself. */
  readonly openId: string | null;
  /** Where a search looks. */
  readonly scope: "all" | "here";
  /** The list could not be read: what is shown may be old. */
  readonly failed: boolean;
}

export const useFolders = create<Folders>(() => ({
  folders: [],
  openId: null,
  scope: "all",
  failed: false,
}));

export function openFolder(openId: string | null): void {
  chooseNoFiles();
  useFolders.setState({ openId });
}

/** Reads all folders; a folder that somebody else has deleted is left. */
export async function loadFolders(api: Client): Promise<void> {
  const answer = await api.listFolders();
  useFolders.setState(({ folders, openId }) => {
    const now = answer.ok ? answer.value.folders : folders;
    const stays = now.some(({ id }) => id === openId);
    return { folders: now, openId: stays ? openId : null, failed: !answer.ok };
  });
}

/** Keeps the folders fresh while a page that shows them is open. */
export function useFolderList(): void {
  const api = useApi();
  useEffect(() => void loadFolders(api), [api]);
}
