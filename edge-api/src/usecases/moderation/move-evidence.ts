import {
  asSystem,
  beginArchive,
  endArchive,
  endDestroyed,
  findEndedArchives,
  findOldEvidence,
  readRetention,
} from "@cutroom/db";
import type { EvidenceRow } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { storeBytes } from "../../store-bytes.ts";

/** Rows of one object: at 64 KiB each some 30 MB before they are compressed, in memory at once. */
const ROWS = 500;
const ARCHIVES = 50;
const CONTENT_TYPE = "application/gzip";

async function compress(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const hex = (digest: Uint8Array) =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** One line for each inference: with its archive alone, everything can be told. */
const lineOf = (row: EvidenceRow) => JSON.stringify({ ...row, archiveId: undefined });

/** What is out of reach of questions goes to an object; the rows stay, empty, until that is destroyed. */
async function archiveOld(deps: Deps, olderThanDays: number): Promise<void> {
  const rows = await asSystem(deps.database, (tx) =>
    findOldEvidence(tx, { olderThanDays, limit: ROWS }),
  );
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const bytes = await compress(`${rows.map(lineOf).join("\n")}\n`);
  const id = deps.ids.next("archive");
  const storeKey = `evidence/${id}.ndjson.gz`;
  const facts = {
    id,
    storeKey,
    rowCount: rows.length,
    sizeBytes: bytes.byteLength,
    sha256: hex(await deps.sha256(bytes)),
    untilAt: newest.createdAt,
  };
  await asSystem(deps.database, (tx) => beginArchive(tx, facts));
  // What is not stored now is tried again with the next sweep, and its row is removed in a day.
  if (!(await storeBytes(deps, storeKey, { bytes, contentType: CONTENT_TYPE }))) return;
  const ids = rows.map((row) => row.id);
  await asSystem(deps.database, (tx) => endArchive(tx, id, ids));
}

async function destroyEnded(deps: Deps, olderThanDays: number): Promise<void> {
  const ended = await findEndedArchives(deps.database, { olderThanDays, limit: ARCHIVES });
  for (const { id, storeKey } of ended) {
    await deps.store.delete(storeKey);
    await asSystem(deps.database, (tx) => endDestroyed(tx, id));
  }
}

/** Moves evidence on by its age: from the database to the archive, and from there to nothing (G7). */
export async function moveEvidence(deps: Deps): Promise<void> {
  const { queryableDays, archiveDays } = await readRetention(deps.database);
  await archiveOld(deps, queryableDays);
  await destroyEnded(deps, queryableDays + archiveDays);
}
