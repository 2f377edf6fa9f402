import { schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOf, must } from "../../stack.cases.ts";
import type { Tenant } from "../../stack.cases.ts";
import { workAtDesk } from "./desk.ts";
import { listVendors } from "./list-vendors.ts";
import { routingCases } from "./routing.cases.ts";
import type { RoutingCases } from "./routing.cases.ts";
import { startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const { costLine, modelRetirement, modelStanding, vendorJob } = schema;
/** Five seconds: of Wan 2.2 and of Kling, between which these tests choose. */
const [WAN, KLING] = [10, 55];
let parts: VendorStack;
let routing: RoutingCases;
let tenant: Tenant;
beforeAll(async () => {
  parts = await startVendorStack();
  routing = routingCases(parts);
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 20_000 });
});
afterAll(() => parts.stop());
beforeEach(async () => {
  await routing.calm();
  await routing.contract(tenant, { vendors: ["replicate", "fal"] });
});

const estimate = async (body: object = {}) =>
  must(
    await tenant.client.estimateGeneration({
      body: { model: "auto", duration_ms: 5_000, ...body },
    }),
  );

describe("a clip for which no model is named", () => {
  it("goes to the cheapest that can, holds what the dearest asks, and costs what its maker asks (G4, C6)", async () => {
    const priced = await estimate();
    expect(priced).toMatchObject({ credits: KLING, credits_least: WAN, ai_disclosure: "ai" });
    expect(priced.left_out).toContainEqual({ model: "luma-ray-3.2", reason: "not_allowed" });
    const { id, generation } = await routing.auto(tenant, "cheapest");
    expect(generation).toMatchObject({ model: "wan-2.2", auto: ["wan-2.2", "kling-3"] });
    await parts.finish(id);
    expect(await parts.task(tenant, id)).toMatchObject({
      state: "SUCCEEDED",
      credits: { reserved: KLING, settled: WAN, released: KLING - WAN },
    });
    expect(routing.accepted("cheapest").map((one) => one.vendor)).toEqual(["replicate"]);
  });

  it("is asked only of those that its budget, its contract and its region allow (G4, G9)", async () => {
    const capped = await routing.auto(tenant, "capped", { budget_credits: 20 });
    expect(capped).toMatchObject({ credits: { reserved: WAN }, generation: { auto: ["wan-2.2"] } });
    // What is left under way would take the fault that the next test plants.
    await parts.finish(capped.id);
    const body = { model: "auto", prompt: "a sea", duration_ms: 5_000 } as const;
    const poor = await tenant.client.createGeneration({
      body: { ...body, budget_credits: 1 },
      idempotencyKey: "poor-key-1",
    });
    expect(codeOf(poor)).toBe("model.none");
    await routing.contract(tenant, { regions: ["own"] });
    expect((await estimate()).models.map((one) => one.model)).toEqual(["self-hosted"]);
    const abroad = await tenant.client.createGeneration({
      body: { ...body, model: "kling-3" },
      idempotencyKey: "abroad-key-1",
    });
    expect(codeOf(abroad)).toBe("model.not-allowed");
    const { models } = must(await tenant.client.listGenerationModels({}));
    expect(models.map((one) => one.name)).toEqual(["procedural", "self-hosted"]);
  });

  it.each([
    ["429-header", "rate_limited"],
    ["429-body", "rate_limited"],
    ["429-bare", "rate_limited"],
    ["429-at-once", "concurrency"],
    ["429-quota", "quota"],
  ] as const)(
    "goes to the next after %s, is paid for once and shows who was asked (G4, C6, I1)",
    async (fault, reason) => {
      routing.plant("replicate", fault, fault);
      const { id } = await routing.auto(tenant, fault);
      await parts.passes(2);
      await parts.finish(id);
      const done = await parts.task(tenant, id);
      expect(done).toMatchObject({
        state: "SUCCEEDED",
        generation: { model: "kling-3" },
        credits: { reserved: KLING, settled: KLING, released: 0 },
      });
      expect(await routing.attempts(tenant, id)).toEqual([
        ["wan-2.2", "refused", reason],
        ["kling-3", "made", null],
      ]);
      const { models } = must(await listVendors(parts.stack.deps));
      expect(models.find(({ model }) => model === "wan-2.2")).toMatchObject({
        vendor: "replicate",
        is_set_up: true,
        breaker: { state: "CLOSED", faults: 0 },
        throttled: 1,
      });
      const accepted = routing.accepted(fault);
      expect(accepted.map((one) => one.vendor)).toEqual(["fal"]);
      expect(await parts.booked(id)).toBe(accepted[0]?.billedMicros);
    },
  );

  it.each(["hidden", "5xx-after-accept", "5xx", "html"] as const)(
    "stays where it is after %s, in doubt: no second vendor is asked (I3, G2)",
    async (fault) => {
      const key = `doubt-${fault}`;
      routing.plant("replicate", key, fault);
      const { id } = await routing.auto(tenant, key);
      await parts.passes(1);
      const [first] = await routing.attempts(tenant, id);
      expect(first?.[0]).toBe("wan-2.2");
      await parts.passes(3);
      expect((await routing.attempts(tenant, id)).map(([model]) => model)).toEqual(["wan-2.2"]);
      expect(routing.accepted(key).map((one) => one.vendor)).not.toContain("fal");
    },
  );

  it("is not carried to the next where its words were refused (C10, G4)", async () => {
    routing.plant("replicate", "refused-words", "moderated-input");
    const { id } = await routing.auto(tenant, "refused-words");
    await parts.passes(1);
    parts.advance(6_000);
    await parts.passes(2);
    const task = await parts.task(tenant, id);
    expect(task).toMatchObject({ state: "FAILED", credits: { settled: 0, released: KLING } });
    expect((await routing.attempts(tenant, id)).map(([model]) => model)).toEqual(["wan-2.2"]);
  });

  it("waits for its own where no other is left, and pays no more than was held (G4)", async () => {
    routing.plant("replicate", "both-full", "429-header");
    routing.plant("fal", "both-full", "429-header");
    const { id } = await routing.auto(tenant, "both-full");
    for (const _ of [1, 2]) await workAtDesk(parts.stack.deps);
    expect(await parts.stepOf(id, "vendor")).toMatchObject({ state: "RETRY_WAIT" });
    expect((await routing.attempts(tenant, id)).map((one) => one[1])).toEqual([
      "refused",
      "refused",
    ]);
    await parts.stack.deps.database
      .update(vendorJob)
      .set({ finishedAt: sql`now() - interval '2 minutes'` })
      .where(eq(vendorJob.taskId, id));
    await parts.passes(1);
    await parts.finish(id);
    expect(await parts.task(tenant, id)).toMatchObject({ state: "SUCCEEDED" });
    expect(routing.accepted("both-full")).toHaveLength(1);
  });
});

describe("the health of a model", () => {
  it("is seen by operators: who is left alone, and how many requests may leave (G4, O5)", async () => {
    await routing.prefer("kling-3");
    const { models } = must(await listVendors(parts.stack.deps));
    const [kling, wan] = (["kling-3", "wan-2.2"] as const).map((name) =>
      models.find(({ model }) => model === name),
    );
    expect(kling).toMatchObject({ rest: null, throttled: 0, breaker: { state: "CLOSED" } });
    expect(wan?.rest?.for).toBeGreaterThan(60);
    expect(wan?.tokens).toEqual({ left: 100, burst: 100 });
  });

  const standing = async () => {
    const rows = await parts.stack.deps.database.select().from(modelStanding);
    return rows.find((row) => row.model === "wan-2.2")?.state;
  };

  it("opens a breaker that real faults have earned, lets one clip try it, and closes it (G4)", async () => {
    const { deps } = parts.stack;
    const replicate = deps.generators.get("replicate");
    if (replicate === undefined) throw new Error("no generator");
    const internal = "ECONNREFUSED";
    const failure = { class: "vendor_error", retryable: true, billed: "no", internal } as const;
    const dead = {
      ...replicate,
      submit: async () => ({ kind: "refused", failure, retryAfterMs: null }) as const,
    };
    const generators = new Map([...deps.generators, ["replicate", dead] as const]);
    for (const n of [1, 2, 3, 4, 5]) await routing.auto(tenant, `down-${n}`);
    await workAtDesk({ ...deps, generators });
    await parts.passes(1);
    expect(await standing()).toBe("OPEN");
    expect(routing.accepted("down-1").map((one) => one.vendor)).toEqual(["fal"]);
    const { generation } = await routing.auto(tenant, "elsewhere");
    expect(generation?.model).toBe("kling-3");
    await deps.database
      .update(modelStanding)
      .set({ since: sql`${modelStanding.since} - interval '2 minutes'` });
    const named = [1, 2, 3].map((n) => parts.submit(tenant, "wan-2.2", `probe-${n}`));
    await Promise.all(named);
    await workAtDesk(deps);
    const probes = [1, 2, 3].flatMap((n) => routing.accepted(`probe-${n}`));
    expect(probes).toHaveLength(1);
    await parts.passes(1);
    expect(await standing()).toBe("CLOSED");
    expect([1, 2, 3].flatMap((n) => routing.accepted(`probe-${n}`))).toHaveLength(3);
  });

  it("lets no more leave in a minute than the vendor takes; the others wait and are not refused (G4)", async () => {
    await routing.contract(tenant, {});
    const tasks = [];
    for (const n of [1, 2, 3]) tasks.push(await parts.submit(tenant, "veo-3.1-fast", `pace-${n}`));
    await workAtDesk(parts.stack.deps);
    const steps = await Promise.all(tasks.map((id) => parts.stepOf(id, "vendor")));
    expect(steps.map((one) => one.state).toSorted()).toEqual([
      "RETRY_WAIT",
      "RETRY_WAIT",
      "RUNNING",
    ]);
    await parts.passes(2);
    expect([1, 2, 3].flatMap((n) => routing.accepted(`pace-${n}`))).toHaveLength(3);
  });
});

it("a model that is retired takes no new clips, names its replacement and finishes what it has (G6)", async () => {
  const { database } = parts.stack.deps;
  const taskId = await parts.submit(tenant, "kling-3", "last-of-its-kind");
  await database.insert(modelRetirement).values({
    model: "kling-3",
    retiresAt: sql`now()`,
    replacement: "runway-gen4.5",
  });
  const refused = await tenant.client.createGeneration({
    body: { model: "kling-3", prompt: "a sea", duration_ms: 5_000 },
    idempotencyKey: "retired-key-1",
  });
  expect(codeOf(refused)).toBe("model.retired");
  expect(JSON.stringify(refused)).toContain("runway-gen4.5");
  expect((await estimate()).models.map((one) => one.model)).toEqual(["wan-2.2"]);
  const { models } = must(await tenant.client.listGenerationModels({}));
  expect(models.map((one) => one.name)).not.toContain("kling-3");
  await parts.passes(1);
  parts.advance(6_000);
  await parts.passes(2);
  expect(await parts.stepOf(taskId, "fetch")).toMatchObject({ state: "SUCCEEDED" });
  await database.delete(modelRetirement);
});

it("all in all what vendors bill and what our books say are the same to the cent, however clips moved (I1)", async () => {
  const { database } = parts.stack.deps;
  const lines = await database.select().from(costLine).where(eq(costLine.kind, "provider_actual"));
  const booked = lines.reduce((sum, line) => sum + line.amountMicros, 0);
  const told = lines.flatMap((line) => line.vendorJobId ?? []);
  // What is still in doubt or under way has been billed, if at all, and not booked yet.
  const open = routing
    .everything()
    .filter(({ job }) => !told.some((id) => id.endsWith(job.id)))
    .reduce((sum, job) => sum + job.billedMicros, 0);
  expect(booked).toBeGreaterThan(0);
  expect(booked + open).toBe(routing.billedMicros());
});
