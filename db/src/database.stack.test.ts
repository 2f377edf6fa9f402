import { testDatabase } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { asSystem, createDatabase } from "./database.ts";

it("refuses the next statement when a connection breaks between two, and goes on with another", async () => {
  const stored = await testDatabase();
  const opened = createDatabase({ ...stored, webSocket: WebSocket });
  const { database } = opened;
  const broken = asSystem(database, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    // The server's goodbye arrives while nothing is asked of the connection.
    await database.execute(sql`select pg_sleep(0.2)`);
    return tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow(/Failed query/);
  expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await opened.close();
  await stored.drop();
});
