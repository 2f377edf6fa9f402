import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";

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
  const found = await database.execute<{
    name: string;
    revision: number;
    document: unknown;
    assets: readonly FoundAsset[];
  }>(sql`
    select * from cutroom_export_source(${tenantId}, ${projectId}, ${revision}::integer,
                                        ${knownRevision}::integer, ${JSON.stringify(assetIds)}::jsonb)`);
  return found.rows[0] ?? null;
}
