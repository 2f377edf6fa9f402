import { reviewStatesOf, schema } from "@cutroom/db";
import { isShareable } from "@cutroom/domain";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { assetsOf } from "../project/check-assets.ts";
import { readDocument } from "../project/read-project.ts";

const { projectRevision } = schema;

/**
 * Why strangers may not see an export: something in it still waits for its review, or was
 * rejected (G5). Asked with every view, because a new round can begin at any time. Null: they may.
 */
export async function guardShare(
  deps: Deps,
  of: { readonly projectId: string | null; readonly revision: number | null },
) {
  if (of.projectId === null || of.revision === null) return null;
  const [row] = await deps.database
    .select({ document: projectRevision.document })
    .from(projectRevision)
    .where(
      and(eq(projectRevision.projectId, of.projectId), eq(projectRevision.revision, of.revision)),
    );
  if (row === undefined) return null;
  const shown = [...assetsOf(readDocument(row.document)).keys()];
  const states = await reviewStatesOf(deps.database, shown);
  if (states.includes("REJECTED")) return refuse("share.rejected");
  return states.every((state) => isShareable(state)) ? null : refuse("share.in-review");
}
