import { forTenant } from "@cutroom/db";
import type { AssetRow, Transaction } from "@cutroom/db";
import { checkDocument, mediaFacts, newProject, ok, sequenceAssets } from "@cutroom/timeline";
import type { ProjectDocument, ProjectSettings, Result } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import type { Refusal } from "../../refusal.ts";
import { checkAssets, readReadyAssets } from "./check-assets.ts";
import { presentProject } from "./present-project.ts";
import { insertProject } from "./store-revision.ts";

export interface NewProject {
  readonly name: string;
  readonly settings?: Partial<ProjectSettings> | undefined;
  readonly document?: ProjectDocument | undefined;
  readonly assetIds?: readonly string[] | undefined;
}

type Start<Code extends "asset.missing" | "asset.not-ready" | "patch.invalid"> = Result<
  { readonly document: ProjectDocument; readonly assets: readonly AssetRow[] },
  Refusal<Code>
>;
type AcceptedDocument = Start<"asset.missing" | "patch.invalid">;
type AnyStart = Start<"asset.missing" | "asset.not-ready" | "patch.invalid">;

/** A document from outside is checked against every rule before it becomes a fact. */
export async function acceptDocument(
  tx: Transaction,
  tenantId: string,
  document: ProjectDocument,
): Promise<AcceptedDocument> {
  const broken = checkDocument(document)[0];
  if (broken !== undefined) return refuse("patch.invalid", { rule: broken.rule });
  const assets = await checkAssets(tx, tenantId, document);
  return assets.ok ? ok({ document, assets: assets.value }) : assets;
}

async function sequence(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  settings: Partial<ProjectSettings> | undefined,
): Promise<AnyStart> {
  const found = await readReadyAssets(tx, tenantId, ids);
  if (!found.ok) return found;
  const sources = found.value.map((row) => ({
    assetId: row.id,
    checksum: row.checksum ?? "",
    name: row.name,
    facts: mediaFacts.parse(row.facts),
  }));
  const sequenced = sequenceAssets(sources, settings);
  if (!sequenced.ok) return refuse("patch.invalid", { reason: sequenced.failure.code });
  return ok({ document: sequenced.value, assets: found.value });
}

function start(tx: Transaction, tenantId: string, wanted: NewProject): Promise<AnyStart> {
  if (wanted.document !== undefined) return acceptDocument(tx, tenantId, wanted.document);
  if (wanted.assetIds !== undefined && wanted.assetIds.length > 0) {
    return sequence(tx, tenantId, wanted.assetIds, wanted.settings);
  }
  return Promise.resolve(ok({ document: newProject(wanted.settings), assets: [] }));
}

/** A project from nothing, from a document, or from files laid end to end. */
export async function createProject(deps: Deps, caller: UserCaller, wanted: NewProject) {
  const { tenantId, userId } = caller;
  const made = await forTenant(deps.database, tenantId, async (tx) => {
    const from = await start(tx, tenantId, wanted);
    if (!from.ok) return from;
    const row = await insertProject(tx, {
      id: deps.ids.next("project"),
      tenantId,
      userId,
      name: wanted.name,
      ...from.value,
    });
    return ok({ row, ...from.value });
  });
  if (!made.ok) return made;
  const { row, document, assets } = made.value;
  const poster = assets.find((used) => used.id === row.posterAssetId)?.posterKey ?? null;
  return ok(await presentProject(deps, row, { document, revision: 0, posterKey: poster }));
}
