import { deleteAsset } from "../usecases/asset/delete-asset.ts";
import { getAsset } from "../usecases/asset/get-asset.ts";
import { getThumbnails } from "../usecases/asset/get-thumbnails.ts";
import { listAssets } from "../usecases/asset/list-assets.ts";
import { renameAsset } from "../usecases/asset/rename-asset.ts";
import type { Routes } from "./mount.ts";

export const assetRoutes = {
  listAssets: ({ deps, caller, query }) => listAssets(deps, caller, query),
  getAsset: ({ deps, caller, params }) => getAsset(deps, caller, params.asset_id),
  getThumbnails: ({ deps, caller, params }) => getThumbnails(deps, caller, params.asset_id),
  renameAsset: ({ deps, caller, params, body }) =>
    renameAsset(deps, caller, { assetId: params.asset_id, name: body.name }),
  deleteAsset: ({ deps, caller, params }) => deleteAsset(deps, caller, params.asset_id),
} satisfies Partial<Routes>;
