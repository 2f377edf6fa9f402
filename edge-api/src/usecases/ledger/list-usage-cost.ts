import type { CostGroup, CostProfile, CostRow, Spender } from "@cutroom/contracts";
import { asSystem, forTenant, readCostReport, readSpenders, schema } from "@cutroom/db";
import type { CostPlace, CostReportRow, CostSum, Transaction } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq, inArray } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { isAdmin } from "../account/read-notices.ts";

const { tenant, user } = schema;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** A longer report would read a year's tasks at once. */
const MAX_DAYS = 92;

interface Page {
  readonly by: CostGroup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

const SPLITS = {
  day: { day: true, user: false, model: false },
  user: { day: false, user: true, model: false },
  model: { day: false, user: false, model: true },
  detail: { day: true, user: true, model: true },
} as const;

const placeOf = ({ day, userId, scene, model }: CostPlace) =>
  JSON.stringify([day, userId, scene, model]);

function readPlace(after: string): CostPlace | null {
  let parts: unknown;
  try {
    parts = JSON.parse(after);
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return null;
  if (!parts.every((part): part is string => typeof part === "string")) return null;
  const [day = "", userId = "", scene = "", model = ""] = parts;
  return { day, userId, scene, model };
}

/** The days that were asked for as instants; null when they are the wrong way round or too many. */
function periodOf(page: Page, nowMs: number): { from: Date; until: Date } | null {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const untilMs = Date.parse(page.to ?? today) + DAY_MS;
  const fromMs = page.from === undefined ? untilMs - DEFAULT_DAYS * DAY_MS : Date.parse(page.from);
  const days = (untilMs - fromMs) / DAY_MS;
  return days < 1 || days > MAX_DAYS ? null : { from: new Date(fromMs), until: new Date(untilMs) };
}

function presentCosts(costs: readonly CostSum[]): CostProfile[] {
  return costs.map(({ currency, micros }) => ({
    currency,
    provider_estimate: micros.provider_estimate ?? 0,
    provider_actual: micros.provider_actual ?? 0,
    retry: micros.retry ?? 0,
    media_compute: micros.media_compute ?? 0,
    storage: micros.storage ?? 0,
    cdn: micros.cdn ?? 0,
  }));
}

function presentRow(
  row: CostReportRow,
  split: (typeof SPLITS)[CostGroup],
  names: ReadonlyMap<string, string>,
): CostRow {
  const { day, userId, scene, model, tasks, settled, refunded, compensated } = row;
  return {
    day: split.day ? day : null,
    user: split.user ? { id: userId, name: names.get(userId) ?? "" } : null,
    scene: scene === "" ? null : scene,
    model: split.model ? model : null,
    tasks,
    credits: { settled, refunded, compensated },
    costs: presentCosts(row.costs),
  };
}

/** Names are no tenant's rows, so they are read apart: of people whose tasks the report shows. */
async function namesOf(deps: Deps, rows: readonly CostReportRow[]) {
  const ids = [...new Set(rows.map((row) => row.userId))].filter((id) => id !== "");
  if (ids.length === 0) return new Map<string, string>();
  const found = await deps.database
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function report(
  deps: Deps,
  page: Page,
  of: {
    readonly tenantId: string;
    /** Whose tasks: one person's, everybody's (null), or by who asks. */
    readonly whose: (tx: Transaction) => Promise<string | null>;
    readonly run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  },
) {
  const period = periodOf(page, deps.clock.nowMs());
  const after = page.after === undefined ? null : readPlace(page.after);
  if (period === null || (page.after !== undefined && after === null)) {
    return refuse("request.invalid", { max_days: MAX_DAYS });
  }
  const { by, limit } = page;
  const split = SPLITS[by];
  const found = await of.run(async (tx) => {
    const userId = await of.whose(tx);
    const ask = { tenantId: of.tenantId, userId, ...period, split, after };
    return readCostReport(tx, { ...ask, limit: limit + 1 });
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const names = await namesOf(deps, shown);
  return ok({
    rows: shown.map((row) => presentRow(row, split, names)),
    next: last === undefined ? null : placeOf(last),
  });
}

/** Admins see their whole workspace, everybody else what is theirs (T2, T3). */
export function listUsageCost(deps: Deps, caller: UserCaller, page: Page) {
  const { tenantId, userId } = caller;
  return report(deps, page, {
    tenantId,
    whose: async (tx) => {
      const [row] = await tx
        .select({ sees: isAdmin(caller) })
        .from(tenant)
        .where(eq(tenant.id, tenantId));
      return row?.sees === true ? null : userId;
    },
    run: (work) => forTenant(deps.database, tenantId, work),
  });
}

/** The same for an operator, of any workspace or of one of its people. */
export async function listTenantCost(
  deps: Deps,
  of: { readonly tenantId: string; readonly userId?: string | undefined },
  page: Page,
) {
  const { tenantId, userId = null } = of;
  const [known] = await deps.database
    .select({ id: tenant.id })
    .from(tenant)
    .where(eq(tenant.id, tenantId));
  if (known === undefined) return refuse("request.not-found");
  return report(deps, page, {
    tenantId,
    whose: async () => userId,
    run: (work) => asSystem(deps.database, work),
  });
}

/** Whose work cost most of late, over all workspaces: where a freeze may be due. */
export async function listSpenders(
  deps: Deps,
  ask: { readonly days: number; readonly limit: number },
) {
  const since = new Date(deps.clock.nowMs() - ask.days * DAY_MS);
  const rows = await asSystem(deps.database, (tx) => readSpenders(tx, { since, limit: ask.limit }));
  const spenders = rows.map((row): Spender => ({
    tenant_id: row.tenantId,
    tenant_name: row.tenantName,
    user_id: row.userId,
    user_name: row.userName,
    email: row.email,
    state: row.state,
    tasks: row.tasks,
    failed: row.failed,
    credits: { settled: row.settled, refunded: row.refunded, compensated: row.compensated },
    costs: presentCosts(row.costs),
  }));
  return ok({ spenders });
}
