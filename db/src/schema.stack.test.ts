import { testDatabase } from "@cutroom/testkit";
import { is, sql } from "drizzle-orm";
import { PgTable, getTableConfig, isPgEnum } from "drizzle-orm/pg-core";
import type { PgEnum } from "drizzle-orm/pg-core";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "./database.ts";
import type { OpenDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema/index.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  opened = createDatabase({ ...database, webSocket: WebSocket });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const parts: unknown[] = Object.values(schema);
const tables = parts.filter((part): part is PgTable => is(part, PgTable));
const enums = parts.filter((part): part is PgEnum<[string, ...string[]]> => isPgEnum(part));

describe("migrations", () => {
  it("make exactly the enums of the domain, in its order (C1, C2)", async () => {
    const stored = await opened.database.execute<{ name: string; labels: string[] }>(sql`
      select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
        from pg_enum join pg_type on pg_type.oid = enumtypid group by typname`);
    const byName = Object.fromEntries(stored.rows.map((row) => [row.name, row.labels]));
    const wanted = Object.fromEntries(enums.map((entry) => [entry.enumName, entry.enumValues]));
    expect(byName).toEqual(wanted);
  });

  it("make exactly the columns that the tables here name, as null or not null", async () => {
    const stored = await opened.database.execute<{ name: string }>(sql`
      select table_name || '.' || column_name || (case is_nullable when 'YES' then '?' else '' end)
             as name
        from information_schema.columns join information_schema.tables
             using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'cutroom_migration'`);
    const wanted = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => `${name}.${column.name}${column.notNull ? "" : "?"}`);
    });
    expect(new Set(stored.rows.map((row) => row.name))).toEqual(new Set(wanted));
  });

  it("guard every table that has a tenant by row security (T2)", async () => {
    const open = await opened.database.execute<{ name: string }>(sql`
      select distinct columns.table_name as name
        from information_schema.columns join pg_class on relname = columns.table_name and relkind = 'r'
       where columns.table_schema = 'public' and column_name = 'tenant_id'
         and (not relrowsecurity
              or not exists (select from pg_policy where polrelid = pg_class.oid))`);
    expect(open.rows).toEqual([]);
  });

  it("leave a task's indexes alone while it is published and started (C8)", async () => {
    const asked = await opened.database.execute<{ definition: string }>(sql`
      select pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = 'task'::regclass
         and pg_get_indexdef(indexrelid) ~ '\\m(state|version|last_seq|queued_at|progress)\\M'`);
    expect(asked.rows).toEqual([]);
  });

  it("apply each file once, also when several start at the same time", async () => {
    const again = await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(again).toEqual([{ applied: [] }, { applied: [] }, { applied: [] }]);
  });

  it("refuse a file that was changed after it had been applied", async () => {
    await opened.database.execute(
      sql`update cutroom_migration set checksum = 'other' where name like '0003%'`,
    );
    await expect(migrate(database)).rejects.toThrow(/0003_projects\.sql was changed/);
  });
});
