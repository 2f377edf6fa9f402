"use client";
import { useT } from "../i18n/use-t.ts";
import { useWorkspace } from "../server/workspace.ts";
import { placesOf } from "./folder-tree.ts";
import { useFolders } from "./folders-store.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { useFolderActions } from "./use-folder-actions.tsx";

const NONE: ReadonlySet<string> = new Set();

/** Where files go. */
export function MoveFilesDialog(props: {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useT("folders");
  const { ids } = props;
  const folders = useFolders((state) => state.folders);
  const name = useWorkspace((state) => state.assets[ids[0] ?? ""]?.name ?? "");
  const { moveFiles } = useFolderActions();
  const places = placesOf(folders, ids);
  return (
    <MoveDialog
      title={t("moveFilesTitle", { count: ids.length, name })}
      from={places.length === 1 ? places[0]?.folderId : undefined}
      not={NONE}
      onMove={(folderId) => void moveFiles(ids, folderId)}
      onClose={props.onClose}
    />
  );
}
