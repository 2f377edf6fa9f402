import type { Database } from "../database.ts";
import { planned } from "../planned.ts";

export interface FoundAsset {
  readonly id: string;
  readonly checksum: string | null;
  readonly state: string;
}

export interface ExportSource {
  readonly name: string;
  readonly revision: number;
  /** Null for the revision that the caller knows. */
  readonly document: unknown;
  /** Those of the named files that are there. */
  readonly assets: readonly FoundAsset[];
}

const readSource = planned<{
  name: string;
  revision: number;
  document: unknown;
  assets: readonly FoundAsset[];
}>(
  "export_source",
  "select * from cutroom_export_source($1, $2, $3::integer, $4::integer, $5::jsonb)",
);

/** A project at `revision` or at its newest, and the named files, in one statement as its tenant. */
export async function readExportSource(
  database: Database,
  ask: {
    readonly tenantId: string;
    readonly projectId: string;
    readonly revision: number | null;
    readonly knownRevision: number | null;
    readonly assetIds: readonly string[];
  },
): Promise<ExportSource | null> {
  const { tenantId, projectId, revision, knownRevision, assetIds } = ask;
  const assets = JSON.stringify(assetIds);
  const [found] = await readSource(database, [
    tenantId,
    projectId,
    revision,
    knownRevision,
    assets,
  ]);
  return found ?? null;
}
