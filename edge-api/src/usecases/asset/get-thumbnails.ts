import { forTenant } from "@cutroom/db";
import { thumbnailTrack } from "@cutroom/domain";
import { FLICKS_PER_SECOND, ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "./present-asset.ts";
import { readAsset } from "./read-assets.ts";

/** The filmstrip of a film as a WebVTT track; its link to the sheet expires as every link does. */
export async function getThumbnails(deps: Deps, caller: UserCaller, assetId: string) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readAsset(tx, caller.tenantId, assetId),
  );
  if (found === null) return refuse("request.not-found");
  const { urls, facts } = await presentAsset(deps, found.row, found.progress, found.review);
  if (urls.filmstrip === null || facts === null) return refuse("request.not-found");
  const durationMs = Math.round((facts.duration * 1_000) / FLICKS_PER_SECOND);
  return ok(thumbnailTrack(urls.filmstrip, durationMs));
}
