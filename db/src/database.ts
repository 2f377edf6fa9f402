/**
 * The connection: the Neon driver's WebSocket pool, because only it has interactive
 * transactions. The same code runs on Node (with `ws` handed in) and at the edge.
 */
import { Pool, neonConfig } from "@neondatabase/serverless";
import type { PoolClient } from "@neondatabase/serverless";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-serverless";
import type { NeonDatabase } from "drizzle-orm/neon-serverless";
import { gatherWrites } from "./gather-writes.ts";
import * as schema from "./schema/index.ts";

type Schema = typeof schema;
export type Transaction = Parameters<Parameters<NeonDatabase<Schema>["transaction"]>[0]>[0];
export type Database = NeonDatabase<Schema> & { readonly $client: Pool };

export interface DatabaseSettings {
  readonly databaseUrl: string;
  /** `host:port/v1` of a WebSocket proxy in front of a Postgres that is not Neon's. */
  readonly wsProxy?: string | undefined;
  /** A WebSocket class, where the platform has none of its own. */
  readonly webSocket?: (typeof neonConfig)["webSocketConstructor"];
  readonly maxConnections?: number;
}

export interface OpenDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** The driver's settings are global to the process: one process talks to one kind of Postgres. */
export function openPool(settings: DatabaseSettings): Pool {
  const { wsProxy } = settings;
  if (settings.webSocket !== undefined) {
    neonConfig.webSocketConstructor = gatherWrites(settings.webSocket);
    neonConfig.coalesceWrites = false;
  }
  if (wsProxy !== undefined) {
    neonConfig.wsProxy = wsProxy;
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineTLS = false;
    neonConfig.pipelineConnect = false;
  }
  const pool = new Pool({
    connectionString: settings.databaseUrl,
    max: settings.maxConnections ?? 10,
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on("error", () => undefined);
  // Nor one that is lent out and between two statements: its next statement is refused.
  pool.on("connect", (client: PoolClient) => void client.on("error", () => undefined));
  return pool;
}

/** Opens no connection before the first query. */
export function createDatabase(settings: DatabaseSettings): OpenDatabase {
  const pool = openPool(settings);
  return { database: drizzle(pool, { schema }), close: () => pool.end() };
}

/**
 * One transaction that sees and writes only the rows of `tenantId`: row-level security holds
 * even where a query forgets its tenant (T2).
 */
export function forTenant<T>(
  database: Database,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('role', 'cutroom_app', true), set_config('app.tenant_id', ${tenantId}, true)`,
    );
    return work(tx);
  });
}

/** One transaction across tenants: the farm's steps, housekeeping, sign-in, public links. */
export function asSystem<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(work);
}
