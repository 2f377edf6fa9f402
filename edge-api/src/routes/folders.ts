import { changeFolder } from "../usecases/folder/change-folder.ts";
import { createFolder } from "../usecases/folder/create-folder.ts";
import { deleteFolder } from "../usecases/folder/delete-folder.ts";
import { listFolders } from "../usecases/folder/list-folders.ts";
import { moveAssets } from "../usecases/folder/move-assets.ts";
import type { Routes } from "./mount.ts";

export const folderRoutes = {
  listFolders: ({ deps, caller }) => listFolders(deps, caller),
  createFolder: ({ deps, caller, body }) =>
    createFolder(deps, caller, { name: body.name, parentId: body.parent_id }),
  changeFolder: ({ deps, caller, params, body }) =>
    changeFolder(deps, caller, {
      folderId: params.folder_id,
      name: body.name,
      parentId: body.parent_id,
    }),
  deleteFolder: ({ deps, caller, params }) => deleteFolder(deps, caller, params.folder_id),
  moveAssets: ({ deps, caller, body }) =>
    moveAssets(deps, caller, { assetIds: body.asset_ids, folderId: body.folder_id }),
} satisfies Partial<Routes>;
