import type { PublicShare } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { isShareGone, isShareToken, sha256Hex } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { downloadLink, fileNameOf, viewLink, viewLinkOrNull } from "../../signed-links.ts";

const { share, task } = schema;

/** What a stranger with the link may see: the video and its title (M5). */
export async function getPublicShare(deps: Deps, token: string) {
  if (!isShareToken(token)) return refuse("request.not-found");
  const rows = await deps.database
    .select({ row: share, output: task.output })
    .from(share)
    .innerJoin(task, eq(task.id, share.taskId))
    .where(eq(share.tokenHash, await sha256Hex(deps.sha256, token)));
  const found = rows[0];
  if (found === undefined || found.output === null) return refuse("request.not-found");
  const { row, output } = found;
  const ends = {
    revokedAtMs: row.revokedAt?.getTime() ?? null,
    expiresAtMs: row.expiresAt?.getTime() ?? null,
  };
  if (isShareGone(ends, deps.clock.nowMs())) return refuse("share.gone");
  const file = { name: fileNameOf(row.title, "mp4"), contentType: "video/mp4" };
  const answer: PublicShare = {
    title: row.title,
    width: output.width,
    height: output.height,
    duration_ms: output.durationMs,
    video_url: await viewLink(deps, output.videoKey, "video/mp4"),
    poster_url: await viewLinkOrNull(deps, output.posterKey, "image/jpeg"),
    download_url: row.allowDownload ? (await downloadLink(deps, output.videoKey, file)).url : null,
  };
  return ok(answer);
}
