import type { QueryResultRow } from "@neondatabase/serverless";
import type { Database } from "./database.ts";

type Value = string | number | null;

/**
 * A statement that every submit makes: each connection plans it once, by its name, and its text is
 * put together once. Names are unique in the program. Rows come as the driver reads them: text,
 * whole numbers and JSON only.
 */
export function planned<Row extends QueryResultRow>(
  name: string,
  text: string,
): (database: Database, values: readonly Value[]) => Promise<readonly Row[]> {
  return async (database, values) => {
    const { rows } = await database.$client.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}
