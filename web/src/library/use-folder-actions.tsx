"use client";
import type { Folder } from "@cutroom/contracts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useWorkspace } from "../server/workspace.ts";
import { notifyFailure, notifyUndo } from "../ui/toaster.tsx";
import { useDelayedRemoval } from "../ui/use-delayed-removal.ts";
import { chooseNoFiles } from "./chosen-files.ts";
import { placesOf, withMoved } from "./folder-tree.ts";
import { loadFolders, openFolder, useFolders } from "./folders-store.ts";

/** What can be done with folders. Answers are the reason why not, or null. */
export function useFolderActions() {
  const t = useT("folders");
  const tUi = useT("ui");
  const api = useApi();
  const problemText = useProblemText();

  const create = async (name: string, parentId: string | null): Promise<string | null> => {
    const answer = await api.createFolder({ body: { name, parent_id: parentId } });
    if (!answer.ok) return problemText(answer.failure);
    useFolders.setState(({ folders }) => ({ folders: [...folders, answer.value] }));
    return null;
  };
  const change = async (
    folder: Folder,
    body: { readonly name?: string; readonly parent_id?: string | null },
  ): Promise<string | null> => {
    const answer = await api.changeFolder({ params: { folder_id: folder.id }, body });
    if (!answer.ok) return problemText(answer.failure);
    useFolders.setState(({ folders }) => ({
      folders: folders.map((one) => (one.id === folder.id ? answer.value : one)),
    }));
    return null;
  };
  const putFiles = async (ids: readonly string[], folderId: string | null): Promise<boolean> => {
    const { folders } = useFolders.getState();
    useFolders.setState({ folders: withMoved(folders, ids, folderId) });
    const answer = await api.moveAssets({ body: { asset_ids: [...ids], folder_id: folderId } });
    if (answer.ok) return true;
    await loadFolders(api);
    notifyFailure(problemText(answer.failure));
    return false;
  };
  /** Puts files elsewhere, at once on screen; offers the way back, each to where it was. */
  const moveFiles = async (ids: readonly string[], folderId: string | null): Promise<void> => {
    const { folders } = useFolders.getState();
    const places = placesOf(folders, ids).filter((place) => place.folderId !== folderId);
    const moving = places.flatMap((place) => place.ids);
    if (moving.length === 0 || !(await putFiles(moving, folderId))) return;
    chooseNoFiles();
    const to = folders.find(({ id }) => id === folderId)?.name ?? t("root");
    const name = useWorkspace.getState().assets[moving[0] ?? ""]?.name ?? "";
    notifyUndo(t("movedFiles", { count: moving.length, name, to }), {
      label: tUi("actions.undo"),
      run: async () => {
        for (const place of places) await putFiles(place.ids, place.folderId);
      },
    });
  };
  const moveFolder = async (folder: Folder, parentId: string | null): Promise<void> => {
    const before = folder.parent_id;
    const why = await change(folder, { parent_id: parentId });
    if (why !== null) {
      notifyFailure(why);
      return;
    }
    const { folders } = useFolders.getState();
    const to = folders.find(({ id }) => id === parentId)?.name ?? t("root");
    notifyUndo(t("moved", { name: folder.name, to }), {
      label: tUi("actions.undo"),
      run: () => void change(folder, { parent_id: before }),
    });
  };
  return { create, change, moveFiles, moveFolder };
}

/** Deletes a folder, with a way back. */
export function useFolderRemoval(): (folder: Folder) => void {
  const t = useT("folders");
  const api = useApi();
  const problemText = useProblemText();
  const removeLater = useDelayedRemoval();
  // Its files and folders move up; nothing is deleted but the folder.
  return (folder) =>
    removeLater({
      message: t("deleted", { name: folder.name }),
      hide: () => {
        const { parent_id: parentId } = folder;
        if (useFolders.getState().openId === folder.id) openFolder(parentId);
        useFolders.setState(({ folders }) => ({
          folders: withMoved(folders, folder.asset_ids, parentId).flatMap((one) => {
            if (one.id === folder.id) return [];
            return [one.parent_id === folder.id ? { ...one, parent_id: parentId } : one];
          }),
        }));
      },
      show: () => void loadFolders(api),
      run: async () => {
        const answer = await api.deleteFolder({ params: { folder_id: folder.id } });
        if (answer.ok || answer.failure.code === "request.not-found") return;
        await loadFolders(api);
        notifyFailure(problemText(answer.failure));
      },
    });
}
