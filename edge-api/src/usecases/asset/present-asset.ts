import { TASK_FAILURE_CODES, filmstrip, taskFailures } from "@cutroom/contracts";
import type { Asset, TaskFailureCode } from "@cutroom/contracts";
import type { AssetRow, ReviewStanding } from "@cutroom/db";
import { mediaFacts } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { viewLink, viewLinkOrNull } from "../../signed-links.ts";

/** A stored code that this version does not know is shown as the general failure. */
export function failureOf(code: string | null): { code: TaskFailureCode; message: string } | null {
  if (code === null) return null;
  const known = TASK_FAILURE_CODES.find((candidate) => candidate === code) ?? "RENDER_FAILED";
  return { code: known, message: taskFailures[known] };
}

const filmstripShape = filmstrip.omit({ url: true });

async function presentFilmstrip(deps: Deps, row: AssetRow) {
  if (row.filmstripKey === null || row.filmstrip === null) return null;
  const url = await viewLink(deps, row.filmstripKey, "image/jpeg");
  return { ...filmstripShape.parse(row.filmstrip), url };
}

function presentSubtitles(deps: Deps, row: AssetRow) {
  return Promise.all(
    row.subtitles.map(async ({ language, title, key }) => ({
      language,
      title,
      url: await viewLink(deps, key, "text/vtt"),
    })),
  );
}

/** The asset as its owner sees it, with fresh links. */
export async function presentAsset(
  deps: Deps,
  row: AssetRow,
  progress: number,
  review: ReviewStanding | null,
): Promise<Asset> {
  // A clip that is still being made has no bytes yet.
  const stored = (row.state === "READY" || row.state === "PROCESSING") && row.sizeBytes > 0;
  const [original, proxy, poster, peaks, strip, subtitles] = await Promise.all([
    viewLinkOrNull(deps, stored ? row.originalKey : null, row.contentType),
    viewLinkOrNull(deps, row.proxyKey, "video/mp4"),
    viewLinkOrNull(deps, row.posterKey, "image/jpeg"),
    viewLinkOrNull(deps, row.peaksKey, "application/octet-stream"),
    presentFilmstrip(deps, row),
    presentSubtitles(deps, row),
  ]);
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    failure: failureOf(row.failureCode),
    progress: row.state === "READY" ? 100 : progress,
    size_bytes: row.sizeBytes,
    checksum: row.checksum,
    created_at: row.createdAt.toISOString(),
    facts: row.facts === null ? null : mediaFacts.parse(row.facts),
    warnings: row.warnings,
    origin: row.origin,
    ai_disclosure: row.aiDisclosure,
    said_origin: row.saidOrigin,
    extends_asset_id: row.extendsAssetId,
    review: review === null ? null : { ...review, reasons: [...review.reasons] },
    urls: { original, proxy, poster, peaks, filmstrip: strip, subtitles },
  };
}
