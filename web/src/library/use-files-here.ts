"use client";
import type { Asset } from "@cutroom/contracts";
import { useMemo } from "react";
import { filesIn } from "./folder-tree.ts";
import { useFolderList, useFolders } from "./folders-store.ts";

/**
 * The files of the open folder; while something is searched for, those of the whole library or
 * of the folder and all that lie in it.
 */
export function useFilesHere(assets: readonly Asset[], query: string): readonly Asset[] {
  const { folders, openId, scope } = useFolders();
  useFolderList();
  return useMemo(() => {
    if (query.trim() === "") return filesIn(assets, folders, openId);
    return filesIn(assets, folders, scope === "all" ? null : openId, true);
  }, [assets, folders, openId, scope, query]);
}
