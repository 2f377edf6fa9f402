import { createShare } from "../usecases/share/create-share.ts";
import { getPublicShare } from "../usecases/share/get-public-share.ts";
import { listShares } from "../usecases/share/list-shares.ts";
import { revokeShare } from "../usecases/share/revoke-share.ts";
import type { Routes } from "./mount.ts";

export const shareRoutes = {
  createShare: ({ deps, caller, body }) =>
    createShare(deps, caller, {
      taskId: body.task_id,
      title: body.title,
      allowDownload: body.allow_download,
      expiresAt: body.expires_at,
    }),
  listShares: ({ deps, caller, query }) => listShares(deps, caller, query.task_id),
  revokeShare: ({ deps, caller, params }) => revokeShare(deps, caller, params.share_id),
  getPublicShare: ({ deps, params }) => getPublicShare(deps, params.token),
} satisfies Partial<Routes>;
