import { admit, planLimits, quotaLayers } from "@cutroom/domain";
import type { PlanLimits, QuotaLayer } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "../database.ts";
import { openLedger } from "./ledger.cases.ts";
import { admitSubmit } from "./submit.ts";
import type { AdmitAsk } from "./submit.ts";

const HOUR_MS = 3_600_000;
const WAIT_MS = 5_000;
const EPOCH = 7;
let ledger: Awaited<ReturnType<typeof openLedger>>;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

const ASK = {
  tenantId: "",
  userId: "u",
  key: "key",
  fingerprint: "f",
  reservationId: "res_new",
  pool: "render",
  model: "",
  inputDigest: "a",
  credits: 1,
  layers: [],
  risk: null,
  riskId: "risk_1",
  copy: null,
} satisfies AdmitAsk;

/** What somebody has sent before. */
interface Past {
  readonly tenant: "mine" | "other";
  readonly user: string;
  readonly pool: string;
  readonly model: string;
  readonly input: string;
  readonly ageMs: number;
  readonly state: "HELD" | "SETTLED" | "RELEASED";
  readonly amount: number;
}

const small = fc.integer({ min: 0, max: 4 });
const past = fc.record<Past>({
  tenant: fc.constantFrom("mine", "mine", "other"),
  user: fc.constantFrom("u", "v"),
  pool: fc.constantFrom("render", "vendor"),
  model: fc.constantFrom("", "m", "n"),
  input: fc.constantFrom("a", "b"),
  ageMs: fc.constantFrom(0, 50_000, 9 * 60_000, HOUR_MS - 60_000, 5 * HOUR_MS, 400 * HOUR_MS),
  state: fc.constantFrom("HELD", "SETTLED", "RELEASED"),
  amount: fc.integer({ min: 0, max: 5 }),
});
const world = fc.record({
  pasts: fc.array(past, { maxLength: 12 }),
  credits: fc.integer({ min: 0, max: 6 }),
  available: fc.integer({ min: 0, max: 12 }),
  model: fc.constantFrom("", "m"),
  byCopy: fc.boolean(),
  copyDemotes: fc.boolean(),
  isContract: fc.boolean(),
  limits: fc.record({
    maxInFlight: small,
    userInFlight: small,
    exportsPerMinute: small,
    exportsPerDay: fc.integer({ min: 0, max: 6 }),
    userCreditsPerMonth: fc.integer({ min: 0, max: 20 }),
    tenantCreditsPerMinute: fc.integer({ min: 0, max: 12 }),
    tenantCreditsPerDay: fc.integer({ min: 0, max: 20 }),
    tenantCreditsPerMonth: fc.integer({ min: 0, max: 30 }),
  }),
  shared: fc.record({
    maxInFlight: fc.integer({ min: 0, max: 9 }),
    creditsPerMinute: fc.integer({ min: 0, max: 20 }),
    poolInFlight: small,
    modelInFlight: small,
  }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

class Undo extends Error {}

async function store(tx: Transaction, pasts: readonly Past[], tenants: Record<string, string>) {
  for (const [index, entry] of pasts.entries()) {
    const tenantId = tenants[entry.tenant] ?? "";
    const at = sql`now() - ${entry.ageMs} * interval '1 millisecond'`;
    const id = `past_${index}`;
    await tx.execute(sql`
      insert into task (id, tenant_id, user_id, scene, plan)
      values (${id}, ${tenantId}, ${entry.user}, 'export', '{}')`);
    await tx.execute(sql`
      insert into step (id, tenant_id, task_id, kind, model_version, input_digest, pool, state)
      values (${id}, ${tenantId}, ${id}, 'export', ${entry.model}, ${entry.input}, ${entry.pool}, 'READY')`);
    const settled = entry.state === "SETTLED" ? Math.floor(entry.amount / 2) : 0;
    await tx.execute(sql`
      insert into reservation (id, tenant_id, task_id, amount, state, settled, created_at)
      values (${id}, ${tenantId}, ${id}, ${entry.amount}, ${entry.state}::reservation_state,
              ${settled}, ${at})`);
  }
}

const chargeOf = ({ state, amount }: Past) => {
  if (state === "HELD") return amount;
  return state === "SETTLED" ? Math.floor(amount / 2) : 0;
};

/** The same from what was put in. */
function usedOf(layer: QuotaLayer, pasts: readonly Past[], model: string, nowMs: number): number {
  const counting = pasts.filter((entry) => {
    if (layer.scope === "user" && !(entry.tenant === "mine" && entry.user === "u")) return false;
    if (layer.scope === "tenant" && entry.tenant !== "mine") return false;
    if (layer.scope === "pool" && entry.pool !== "render") return false;
    if (layer.scope === "model" && entry.model !== model) return false;
    if (layer.window === null) return entry.state === "HELD";
    const startMs = Number(layer.key.split(":").at(-1));
    return nowMs - entry.ageMs >= startMs;
  });
  return layer.measure === "credits"
    ? counting.reduce((sum, entry) => sum + chargeOf(entry), 0)
    : counting.length;
}

function signalsOf(pasts: readonly Past[]) {
  const mine = pasts.filter((entry) => entry.tenant === "mine" && entry.user === "u");
  return {
    recentSubmits: mine.filter((entry) => entry.ageMs < 600_000).length,
    sameInput: mine.filter((entry) => entry.ageMs < HOUR_MS && entry.input === "a").length,
  };
}

async function judgeBoth(tx: Transaction, state: World, tenants: Record<string, string>) {
  const { pasts, credits, available, model, byCopy, copyDemotes, limits, shared } = state;
  const tenantId = tenants["mine"] ?? "";
  await store(tx, pasts, tenants);
  await tx.execute(sql`update ledger_account set balance = ${available}
                        where tenant_id = ${tenantId} and kind = 'available'`);
  await tx.execute(sql`update quota_copy set is_whole = true, epoch = ${EPOCH}`);
  const clock = await tx.execute<{ ms: string }>(
    sql`select (extract(epoch from now()) * 1000)::bigint as ms`,
  );
  const atMs = Number(clock.rows[0]?.ms);
  const plan: PlanLimits = { ...planLimits.paid, ...limits };
  const hold = { tenantId, userId: "u", pool: "render", model, credits, atMs };
  const layers = quotaLayers(hold, plan, shared);
  // Lower than any plan's, so that they are reached here.
  const bounds = state.isContract
    ? null
    : { recentDemotes: 4, sameDemotes: 2, sameReviews: 5, policy: 1 };
  const ask: AdmitAsk = {
    ...ASK,
    tenantId,
    model,
    credits,
    layers,
    risk: bounds,
    copy: byCopy ? { epoch: EPOCH, demoted: copyDemotes } : null,
  };
  const isShared = ({ scope }: QuotaLayer) => scope !== "user" && scope !== "tenant";
  const judged = byCopy ? layers.filter((layer) => !isShared(layer)) : layers;
  const pure = admit({
    layers: judged.map((layer) =>
      Object.assign({}, layer, { used: usedOf(layer, pasts, model, atMs) }),
    ),
    credits,
    available,
    bounds,
    signals: signalsOf(pasts),
  });
  const real = await admitSubmit(tx, ask, WAIT_MS);
  // What the copy found full it has said before.
  const demotes = pure.is === "admitted" && byCopy && copyDemotes;
  return { pure: demotes ? { ...pure, demoted: true } : pure, real };
}

describe("the gates of a submit", () => {
  it("are the same in the database as in the pure rule, whatever was sent before (C4, C5)", async () => {
    const tenants = { mine: await ledger.makeTenant(0), other: await ledger.makeTenant(0) };
    await fc.assert(
      fc.asyncProperty(world, async (state) => {
        const undone = ledger.system(async (tx) => {
          const { pure, real } = await judgeBoth(tx, state, tenants);
          expect(real).toMatchObject(pure);
          throw new Undo();
        });
        await expect(undone).rejects.toThrow(Undo);
      }),
      { numRuns: 120 },
    );
  });

  it("admit nobody by a copy that is not whole, or that was made anew (C5)", async () => {
    const tenantId = await ledger.makeTenant(10);
    const ask: AdmitAsk = {
      ...ASK,
      tenantId,
      copy: { epoch: EPOCH, demoted: false },
    };
    const judge = (isWhole: boolean, epoch: number) =>
      ledger.system(async (tx) => {
        await tx.execute(sql`update quota_copy set is_whole = ${isWhole}, epoch = ${epoch}`);
        return admitSubmit(tx, ask, WAIT_MS);
      });
    expect(await judge(false, EPOCH)).toEqual({ is: "stale" });
    expect(await judge(true, EPOCH + 1)).toEqual({ is: "stale" });
    expect(await judge(true, EPOCH)).toEqual({ is: "admitted", demoted: false });
  });
});
