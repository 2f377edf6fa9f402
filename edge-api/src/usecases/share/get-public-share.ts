import { exportSpec } from "@cutroom/contracts";
import type { PublicShare } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { StoredExport, StoredRung } from "@cutroom/db";
import { formatOf, isShareGone, isShareToken, sha256Hex } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { guardShare } from "../moderation/guard-share.ts";
import { downloadLink, fileNameOf, viewLink, viewLinkOrNull } from "../../signed-links.ts";
import { presentProvenance } from "../task/present-task.ts";

const { share, task } = schema;

async function presentStream(
  deps: Deps,
  rungs: readonly StoredRung[],
): Promise<PublicShare["stream"]> {
  if (rungs.length === 0) return null;
  return Promise.all(
    rungs.map(async ({ key, parts, ...rung }) => ({
      ...rung,
      parts: [...parts],
      url: await viewLink(deps, key, "video/mp4"),
    })),
  );
}

async function presentFilmstrip(
  deps: Deps,
  stored: StoredExport["filmstrip"],
): Promise<PublicShare["filmstrip"]> {
  if (stored === undefined) return null;
  const { key, ...tiles } = stored;
  return { ...tiles, url: await viewLink(deps, key, "image/jpeg") };
}

/** What a stranger with the link may see: the video and its title (M5). */
export async function getPublicShare(deps: Deps, token: string) {
  if (!isShareToken(token)) return refuse("request.not-found");
  const rows = await deps.database
    .select({
      row: share,
      output: task.output,
      spec: task.spec,
      of: { projectId: task.projectId, revision: task.projectRevision },
    })
    .from(share)
    .innerJoin(task, eq(task.id, share.taskId))
    .where(eq(share.tokenHash, await sha256Hex(deps.sha256, token)));
  const found = rows[0];
  if (found === undefined || found.output === null) return refuse("request.not-found");
  const { row, output } = found;
  const { media, extension, contentType, plays } = formatOf(exportSpec.parse(found.spec).format);
  const ends = {
    revokedAtMs: row.revokedAt?.getTime() ?? null,
    expiresAtMs: row.expiresAt?.getTime() ?? null,
  };
  if (isShareGone(ends, deps.clock.nowMs())) return refuse("share.gone");
  const unreviewed = await guardShare(deps, found.of);
  if (unreviewed !== null) return unreviewed;
  const file = { name: fileNameOf(row.title, extension), contentType };
  const answer: PublicShare = {
    title: row.title,
    width: output.width,
    height: output.height,
    duration_ms: output.durationMs,
    media,
    content_type: contentType,
    plays,
    video_url: await viewLink(deps, output.videoKey, contentType),
    stream: await presentStream(deps, output.stream ?? []),
    poster_url: await viewLinkOrNull(deps, output.posterKey, "image/jpeg"),
    filmstrip: await presentFilmstrip(deps, output.filmstrip),
    provenance: presentProvenance(output),
    download_url: row.allowDownload ? (await downloadLink(deps, output.videoKey, file)).url : null,
  };
  return ok(answer);
}
