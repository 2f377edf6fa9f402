/** Applies the named SQL files in order, each once, in one transaction per file. Node only. */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type { PoolClient } from "@neondatabase/serverless";
import { WebSocket } from "ws";
import { openPool } from "./database.ts";

const DIRECTORY = new URL("../migrations/", import.meta.url);
/** Any constant that no other lock uses. */
const LOCK = 4_713_029_551;

export interface MigrateSettings {
  readonly databaseUrl: string;
  readonly wsProxy?: string | undefined;
  readonly log?: (line: string) => void;
}

async function readMigrations() {
  const names = (await readdir(DIRECTORY)).filter((name) => name.endsWith(".sql"));
  return Promise.all(
    names
      .toSorted((a, b) => a.localeCompare(b, "en"))
      .map(async (name) => {
        const text = await readFile(new URL(name, DIRECTORY), "utf8");
        return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
      }),
  );
}

async function applyOne(
  client: PoolClient,
  migration: { name: string; text: string; checksum: string },
): Promise<boolean> {
  await client.query("begin");
  try {
    // Several may start at once: the lock ends with the transaction, also after a crash.
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await client.query(
      `create table if not exists cutroom_migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const known = await client.query<{ checksum: string }>(
      "select checksum from cutroom_migration where name = $1",
      [migration.name],
    );
    const applied = known.rows[0];
    if (applied !== undefined && applied.checksum !== migration.checksum) {
      throw new Error(
        `${migration.name} was changed after it had been applied. Add a new file instead.`,
      );
    }
    if (applied === undefined) {
      await client.query(migration.text);
      await client.query("insert into cutroom_migration (name, checksum) values ($1, $2)", [
        migration.name,
        migration.checksum,
      ]);
    }
    await client.query("commit");
    return applied === undefined;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Brings the database to the newest schema and names the files that were applied now.
 * @throws {Error} when an applied file was changed since, or a statement fails; what was
 *   applied before stays.
 */
export async function migrate(settings: MigrateSettings): Promise<{ applied: string[] }> {
  const pool = openPool({ ...settings, webSocket: WebSocket, maxConnections: 1 });
  try {
    const client = await pool.connect();
    try {
      const applied: string[] = [];
      for (const migration of await readMigrations()) {
        if (await applyOne(client, migration)) {
          applied.push(migration.name);
          settings.log?.(`applied ${migration.name}`);
        }
      }
      return { applied };
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
