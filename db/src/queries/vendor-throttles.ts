/** How far vendors slow us down, and how much of our own limit of requests is left (G4). */
import type { ModelName } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

export interface Throttle {
  /** Requests that were answered with "too many", of whatever kind, within the window. */
  readonly throttled: number;
  /** Requests that could still leave at once when they were last counted, `tokensMs` ago. */
  readonly tokens: number | null;
  readonly tokensMs: number;
}

/** By model; absent where nothing is on record. */
export async function readThrottles(
  database: Database | Transaction,
  windowMs: number,
): Promise<ReadonlyMap<ModelName, Throttle>> {
  const result = await database.execute<{
    model: ModelName;
    throttled: number;
    tokens: number | null;
    tokens_ms: number;
  }>(sql`
    with throttled as (
      select model, count(*)::int as throttled
        from vendor_job
       where state = 'REFUSED' and submitted_at > now() - ${milliseconds(windowMs)}
         and failure ->> 'class' in ('rate_limited', 'concurrency', 'quota')
       group by model
    )
    select model, coalesce(throttled.throttled, 0) as throttled, standing.tokens,
           coalesce(extract(epoch from now() - standing.tokens_at) * 1000, 0)::float8 as tokens_ms
      from model_standing standing full join throttled using (model)`);
  return new Map(
    result.rows.map(({ model, throttled, tokens, tokens_ms: tokensMs }) => [
      model,
      { throttled, tokens, tokensMs: Math.max(0, tokensMs) },
    ]),
  );
}
