import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const byId = z.object({ folder_id: z.string() });
const name = z.string().trim().min(1).max(100);
/** Null: the library itself. */
const parentId = z.string().nullable();

const folder = z.object({
  id: z.string(),
  name: z.string(),
  parent_id: parentId,
  created_at: z.string(),
  /** The files that lie in it, not those of folders inside. */
  asset_ids: z.array(z.string()),
});
export type Folder = z.infer<typeof folder>;

export const folderEndpoints = {
  listFolders: endpoint({
    method: "GET",
    path: "/v1/folders",
    summary: "All folders of your library, with what lies in each",
    audience: "user",
    scope: "assets:read",
    status: 200,
    output: z.object({ folders: z.array(folder) }),
    failures: [],
  }),
  createFolder: endpoint({
    method: "POST",
    path: "/v1/folders",
    summary: "Make a folder, in the library or in another folder",
    audience: "user",
    scope: "assets:write",
    body: z.object({ name, parent_id: parentId.default(null) }),
    status: 201,
    output: folder,
    failures: ["request.not-found", "folder.too-many", "folder.too-deep"],
  }),
  changeFolder: endpoint({
    method: "PATCH",
    path: "/v1/folders/:folder_id",
    summary: "Rename a folder, or move it into another one",
    audience: "user",
    scope: "assets:write",
    params: byId,
    body: z.object({ name: name.optional(), parent_id: parentId.optional() }),
    status: 200,
    output: folder,
    failures: ["request.not-found", "folder.inside-itself", "folder.too-deep"],
  }),
  deleteFolder: endpoint({
    method: "DELETE",
    path: "/v1/folders/:folder_id",
    summary: "Delete a folder; what lies in it moves up to where the folder was",
    audience: "user",
    scope: "assets:write",
    params: byId,
    status: 204,
    failures: ["request.not-found"],
  }),
  moveAssets: endpoint({
    method: "POST",
    path: "/v1/folders/moves",
    summary: "Put files into a folder, or back into the library itself",
    audience: "user",
    scope: "assets:write",
    body: z.object({ asset_ids: z.array(z.string()).min(1).max(500), folder_id: parentId }),
    status: 204,
    failures: ["request.not-found"],
  }),
};
