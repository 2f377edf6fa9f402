"use client";
import type { Asset } from "@cutroom/contracts";
import type { PointerEvent } from "react";
import { useT } from "../i18n/use-t.ts";
import { carriedWith } from "./chosen-files.ts";
import { useFileDrag } from "./use-file-drag.ts";
import { useFolderActions } from "./use-folder-actions.tsx";

/** Dragging a file of the library, and all that is chosen with it, into a folder. */
export function useCarrying(asset: Asset): (press: PointerEvent<HTMLElement>) => void {
  const t = useT("folders");
  const { moveFiles } = useFolderActions();
  const drag = useFileDrag();
  return (press) => {
    const ids = carriedWith(asset.id);
    drag(press, {
      label: t("carried", { count: ids.length, name: asset.name }),
      onFolder: (folderId) => void moveFiles(ids, folderId),
      target: null,
    });
  };
}
