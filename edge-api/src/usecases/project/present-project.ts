import type { ProjectSummary, ProjectWithDocument } from "@cutroom/contracts";
import type { ProjectRow } from "@cutroom/db";
import { projectSettings } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { viewLinkOrNull } from "../../signed-links.ts";

export async function presentProjectSummary(
  deps: Deps,
  row: ProjectRow,
  posterKey: string | null,
): Promise<ProjectSummary> {
  return {
    id: row.id,
    name: row.name,
    revision: row.revision,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    settings: projectSettings.parse(row.settings),
    duration: row.duration,
    poster_url: await viewLinkOrNull(deps, posterKey, "image/jpeg"),
  };
}

/** `revision` is the one that `document` belongs to, which may be an earlier one. */
export async function presentProject(
  deps: Deps,
  row: ProjectRow,
  shown: {
    readonly document: ProjectDocument;
    readonly revision: number;
    readonly posterKey: string | null;
  },
): Promise<ProjectWithDocument> {
  const summary = await presentProjectSummary(deps, row, shown.posterKey);
  return { ...summary, revision: shown.revision, document: shown.document };
}
