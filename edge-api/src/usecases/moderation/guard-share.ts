import type { Share } from "@cutroom/contracts";
import { reviewStatesOf, schema } from "@cutroom/db";
import { isShareable } from "@cutroom/domain/moderation";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { assetsOf } from "../project/check-assets.ts";
import { readDocument } from "../project/read-project.ts";

const { projectRevision } = schema;

/** The revision of a project that an export shows. */
export interface ShownRevision {
  readonly projectId: string | null;
  readonly revision: number | null;
}

/** What strangers see of an export, by the reviews of all that is in it (G5). */
export async function exposureOf(deps: Deps, of: ShownRevision): Promise<Share["exposure"]> {
  if (of.projectId === null || of.revision === null) return "SHOWN";
  const [row] = await deps.database
    .select({ document: projectRevision.document })
    .from(projectRevision)
    .where(
      and(eq(projectRevision.projectId, of.projectId), eq(projectRevision.revision, of.revision)),
    );
  if (row === undefined) return "SHOWN";
  const shown = [...assetsOf(readDocument(row.document)).keys()];
  const states = await reviewStatesOf(deps.database, shown);
  if (states.includes("REJECTED")) return "REJECTED";
  return states.every((state) => isShareable(state)) ? "SHOWN" : "IN_REVIEW";
}

/**
 * Why strangers may not see an export. Asked with every view, because a new round of reviews can
 * begin at any time. Null: they may.
 */
export async function guardShare(deps: Deps, of: ShownRevision) {
  const exposure = await exposureOf(deps, of);
  if (exposure === "REJECTED") return refuse("share.rejected");
  return exposure === "SHOWN" ? null : refuse("share.in-review");
}
