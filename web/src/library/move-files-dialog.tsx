"use client";
import type { Asset } from "@cutroom/contracts";
import { folderOf } from "./folder-tree.ts";
import { useFolders } from "./folders-store.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { useFolderActions } from "./use-folder-actions.tsx";

const NONE: ReadonlySet<string> = new Set();

/** Where a file goes. */
export function MoveFileDialog(props: { readonly asset: Asset; readonly onClose: () => void }) {
  const { asset } = props;
  const from = useFolders(({ folders }) => folderOf(folders, asset.id));
  const { moveFile } = useFolderActions();
  return (
    <MoveDialog
      name={asset.name}
      from={from}
      not={NONE}
      onMove={(folderId) => void moveFile(asset, folderId)}
      onClose={props.onClose}
    />
  );
}
