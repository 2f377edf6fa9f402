import type { Share } from "@cutroom/contracts";
import type { ShareRow } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { unseal } from "../../seal.ts";

export async function presentShare(
  deps: Deps,
  row: ShareRow,
  exposure: Share["exposure"],
): Promise<Share> {
  const token = await unseal(deps, "share-token", row.tokenSealed);
  return {
    id: row.id,
    task_id: row.taskId,
    title: row.title,
    url: `${deps.env.WEB_URL}/s/${token}`,
    token,
    allow_download: row.allowDownload,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    exposure,
  };
}
