/** What the tests of quota share: every state that a Redis may be in, and what they compare. */
import { guardKeyValue } from "@cutroom/adapters/key-value/guarded";
import { asSystem, findCountingHolds, schema } from "@cutroom/db";
import type { Hold, KeyValue } from "@cutroom/ports";
import type { OwnRedis } from "@cutroom/testkit";
import { eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { SET_PREFIX, setsOf } from "./quota-sets.ts";

const tight = { timeoutMs: 60, restMs: 0 };

/** The store carries everything out, and answers when nobody waits any more. */
export function lyingSlow(deps: Deps): Deps {
  const slow: KeyValue = {
    ...boundMethods(deps.keyValue),
    reserve: async (wanted) => {
      const answer = await deps.keyValue.reserve(wanted);
      await new Promise((resolve) => {
        setTimeout(resolve, 2 * tight.timeoutMs);
      });
      return answer;
    },
  };
  return { ...deps, keyValue: guardKeyValue(slow, { clock: deps.clock, ...tight }) };
}

/** Everything in the store is lost after so many reservations. */
export function flushedAfter(deps: Deps, redis: OwnRedis, reservations: number): Deps {
  let left = reservations;
  const reserve: KeyValue["reserve"] = async (wanted) => {
    left -= 1;
    if (left === 0) await redis.flush();
    return deps.keyValue.reserve(wanted);
  };
  return { ...deps, keyValue: { ...boundMethods(deps.keyValue), reserve } };
}

/** No connection is to be had. */
export function unreachable(deps: Deps): Deps {
  const down = new Proxy(deps.keyValue, {
    get: () => () => Promise.reject(new Error("connection refused")),
  });
  return { ...deps, keyValue: down };
}

const boundMethods = (store: KeyValue): KeyValue => ({ ...store });

/** How many of the tenants' tasks hold a slot, by the facts. */
export async function heldBy(deps: Deps, tenants: readonly Tenant[]): Promise<number> {
  const rows = await deps.database
    .select({ count: sql<number>`count(*)::int` })
    .from(schema.reservation)
    .where(
      inArray(
        schema.reservation.tenantId,
        tenants.map((tenant) => tenant.tenantId),
      ),
    );
  return rows[0]?.count ?? 0;
}

/** The same for one tenant, by calendar window in UTC. */
export async function heldByWindow(
  deps: Deps,
  tenant: Tenant,
  window: "minute" | "day" | "month",
): Promise<readonly number[]> {
  const result = await deps.database.execute<{ count: number }>(sql`
    select count(*)::int as count from reservation where tenant_id = ${tenant.tenantId}
     group by date_trunc(${window}, created_at at time zone 'utc')`);
  return result.rows.map((row) => row.count);
}

type Sets = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * The sets as they lie in the store, and as the facts would have them; of one tenant when it is
 * given. Windows of a minute are left out: one may end between the two readings.
 */
export async function setsAndFacts(
  stack: Stack,
  tenant?: Tenant,
): Promise<{ sets: Sets; facts: Sets }> {
  const { deps } = stack;
  const isMeant = (key: string) =>
    !key.includes(".minute:") && key.includes(tenant?.tenantId ?? "");
  const amounts = (holds: readonly Hold[]) =>
    Object.fromEntries(holds.map((hold) => [hold.member, hold.amount]));
  const sets: Record<string, Record<string, number>> = {};
  for (const key of (await deps.keyValue.keys(SET_PREFIX)).filter(isMeant)) {
    sets[key] = amounts(await deps.keyValue.holds(key));
  }
  const stored = await asSystem(deps.database, (tx) =>
    findCountingHolds(tx, { activeWithinMs: 3_600_000 }),
  );
  const wanted = [...setsOf(deps, stored, deps.clock.nowMs()).values()];
  const facts = Object.fromEntries(
    wanted.filter((set) => isMeant(set.key)).map((set) => [set.key, amounts(set.holds)]),
  );
  return { sets, facts };
}

/** A contract in place of the plan's limits. */
export async function contractFor(
  stack: Stack,
  tenant: Tenant,
  limits: Partial<typeof schema.tenantContract.$inferInsert>,
): Promise<void> {
  await stack.deps.database
    .insert(schema.tenantContract)
    .values({ tenantId: tenant.tenantId, ...limits });
}

export async function noticesOf(stack: Stack, tenant: Tenant) {
  const { tenantNotice } = schema;
  return stack.deps.database
    .select()
    .from(tenantNotice)
    .where(eq(tenantNotice.tenantId, tenant.tenantId));
}
