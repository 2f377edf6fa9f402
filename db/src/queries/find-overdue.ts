import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

/** Tasks that waited too long to be published or claimed (C1). */
export async function findOverdueTasks(
  tx: Transaction,
  limits: { readonly createdMs: number; readonly queuedMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const result = await tx.execute<{ id: string }>(sql`
    select id from task
     where (state = 'CREATED' and accepted_at < now() - ${milliseconds(limits.createdMs)})
        or (state = 'QUEUED' and accepted_at < now() - ${milliseconds(limits.queuedMs)})
     order by accepted_at limit ${limits.limit}`);
  return result.rows.map((row) => row.id);
}
