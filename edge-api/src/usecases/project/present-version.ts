import type { ProjectVersion } from "@cutroom/contracts";
import type { Deps } from "../../deps.ts";
import { viewLinkOrNull } from "../../signed-links.ts";

export async function presentVersion(
  deps: Deps,
  row: {
    readonly revision: number;
    readonly createdAt: Date;
    readonly name: string | null;
    readonly duration: number | null;
    readonly clipCount: number | null;
    readonly posterKey: string | null;
  },
): Promise<ProjectVersion> {
  return {
    revision: row.revision,
    created_at: row.createdAt.toISOString(),
    name: row.name,
    duration: row.duration,
    clip_count: row.clipCount,
    poster_url: await viewLinkOrNull(deps, row.posterKey, "image/jpeg"),
  };
}
