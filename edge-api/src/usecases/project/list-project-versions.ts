import { forTenant } from "@cutroom/db";
import { chooseVersions } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { findVersions, hasProject } from "./find-versions.ts";
import { presentVersion } from "./present-version.ts";

const UNNAMED_LIMIT = 60;

/** The states of a project that a person may want back, newest first (E1). */
export async function listProjectVersions(deps: Deps, caller: UserCaller, projectId: string) {
  const { tenantId } = caller;
  const rows = await forTenant(deps.database, tenantId, async (tx) =>
    (await hasProject(tx, { tenantId, projectId })) ? findVersions(tx, { projectId }) : null,
  );
  if (rows === null) return refuse("request.not-found");
  const chosen = chooseVersions(
    rows.map((row) => ({
      row,
      revision: row.revision,
      createdAtMs: row.createdAt.getTime(),
      isNamed: row.name !== null,
    })),
    { nowMs: deps.clock.nowMs(), limit: UNNAMED_LIMIT },
  );
  return ok({ versions: await Promise.all(chosen.map(({ row }) => presentVersion(deps, row))) });
}
