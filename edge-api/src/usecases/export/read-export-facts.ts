/**
 * What an export's price and form follow from. Revisions never change, so what was once found out
 * about one is kept in this process; whether it is there, and whether its files are, is asked
 * every time.
 */
import { readExportSource } from "@cutroom/db";
import type { Database, ExportSource, FoundAsset } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import { documentDuration } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { assetsOf } from "../project/check-assets.ts";
import { readDocument } from "../project/read-project.ts";
import { titleLikeness } from "./title-likeness.ts";

export interface DocumentFacts {
  readonly durationFlicks: number;
  readonly settings: Pick<ProjectDocument["settings"], "width" | "height" | "rate">;
  /** Each file with the checksum that its clips are bound to (I8), in their order. */
  readonly assets: readonly (readonly [assetId: string, checksum: string])[];
  /** Digest of what its titles are like; null when they are like no others. */
  readonly titles: string | null;
}

export interface ExportFacts extends DocumentFacts {
  readonly project: { readonly id: string; readonly name: string; readonly revision: number };
  readonly found: readonly FoundAsset[];
}

interface Known {
  readonly revision: number;
  readonly facts: DocumentFacts;
}

/** Projects whose last exported revision is remembered: a few hundred bytes each. */
const MOST_KNOWN = 2_000;
const knownOf = new WeakMap<Database, Map<string, Known>>();

function memoryOf(deps: Deps): Map<string, Known> {
  const memory = knownOf.get(deps.database) ?? new Map<string, Known>();
  knownOf.set(deps.database, memory);
  return memory;
}

async function factsOf(deps: Deps, stored: unknown): Promise<DocumentFacts> {
  const document = readDocument(stored);
  const { width, height, rate } = document.settings;
  const likeness = titleLikeness(document);
  return {
    durationFlicks: documentDuration(document),
    settings: { width, height, rate },
    assets: [...assetsOf(document)],
    titles: likeness === null ? null : await sha256Hex(deps.sha256, likeness),
  };
}

function remember(memory: Map<string, Known>, name: string, known: Known): void {
  memory.delete(name);
  memory.set(name, known);
  const [oldest] = memory.keys();
  if (memory.size > MOST_KNOWN && oldest !== undefined) memory.delete(oldest);
}

interface Which {
  readonly tenantId: string;
  readonly projectId: string;
  readonly revision?: number | undefined;
}

/** Null when there is no such project or revision of this tenant. */
export async function readExportFacts(deps: Deps, which: Which): Promise<ExportFacts | null> {
  const { tenantId, projectId, revision = null } = which;
  const memory = memoryOf(deps);
  const name = `${tenantId}/${projectId}`;
  const ask = (known: Known | undefined, at: number | null): Promise<ExportSource | null> =>
    readExportSource(deps.database, {
      tenantId,
      projectId,
      revision: at,
      knownRevision: known?.revision ?? null,
      assetIds: known?.facts.assets.map(([id]) => id) ?? [],
    });
  let known = memory.get(name);
  let source = await ask(known, revision);
  if (source === null) return null;
  if (known?.revision !== source.revision) {
    known = { revision: source.revision, facts: await factsOf(deps, source.document) };
    // Its files are not those that were asked about.
    if (known.facts.assets.length > 0) source = await ask(known, known.revision);
    if (source === null) return null;
  }
  remember(memory, name, known);
  const project = { id: projectId, name: source.name, revision: known.revision };
  return { ...known.facts, project, found: source.assets };
}
