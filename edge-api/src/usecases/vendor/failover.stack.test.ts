import { schema } from "@cutroom/db";
import { clipModel } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../stack.cases.ts";
import { routingCases } from "./routing.cases.ts";
import type { RoutingCases } from "./routing.cases.ts";
import { VENDOR_MODELS, startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const REFUSED = ["429-header", "429-at-once", "429-quota"] as const;
/** Some sixty clips are asked for before the first test. */
const SET_UP_MS = 300_000;
const DOUBTFUL = ["hidden", "5xx-after-accept", "5xx", "html"] as const;
const FAULTS = [...REFUSED, ...DOUBTFUL, "moderated-input"] as const;

interface Asked {
  readonly key: string;
  readonly taskId: string;
  readonly fault: (typeof FAULTS)[number];
  readonly first: ModelName;
}

let parts: VendorStack;
let routing: RoutingCases;
let tenant: Tenant;
const asked: Asked[] = [];

/** A length that the model has and at least one other as well. */
const lengthOf = (model: ModelName) =>
  clipModel(model).durationsMs?.includes(5_000) === false ? 8_000 : 5_000;

async function ask(fault: Asked["fault"], first: ModelName): Promise<void> {
  const key = `${first} ${fault}`;
  await routing.prefer(first);
  const { vendor } = clipModel(first);
  if (vendor === null) throw new Error("no vendor");
  routing.plant(vendor, key, fault);
  const task = await routing.auto(tenant, key, { duration_ms: lengthOf(first) });
  asked.push({ key, taskId: task.id, fault, first });
}

beforeAll(async () => {
  parts = await startVendorStack();
  routing = routingCases(parts);
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 100_000 });
  for (const fault of FAULTS) {
    await routing.calm();
    for (const model of VENDOR_MODELS) await ask(fault, model);
    // The first pass meets the faults; what was turned away is sent elsewhere by the next.
    await parts.passes(2);
  }
  for (let turn = 0; turn < 3; turn += 1) {
    parts.advance(6_000);
    await parts.passes(3);
  }
}, SET_UP_MS);
afterAll(() => parts.stop());

describe.each(VENDOR_MODELS)("a clip that is asked of %s first", (model) => {
  const mine = () => asked.filter((one) => one.first === model);

  it("is accepted at most once by all vendors together, whatever the submit meets (I3, I4, G2)", () => {
    const counts = mine().map(({ key }) => [key, routing.accepted(key).length] as const);
    expect(counts).toHaveLength(FAULTS.length);
    expect(counts.filter(([, count]) => count > 1)).toEqual([]);
  });

  it("goes on elsewhere only where it was certainly not accepted (G4, G2)", async () => {
    const stayed: string[] = [];
    for (const { key, taskId } of mine()) {
      const models = (await routing.attempts(tenant, taskId)).map(([name]) => name);
      expect(models[0]).toBe(model);
      if (new Set(models).size === 1) stayed.push(key);
    }
    const doubtful = [...DOUBTFUL, "moderated-input"].map((fault) => `${model} ${fault}`);
    expect(stayed).toEqual(doubtful);
  });
});

it("no money is given back or taken while a vendor may be at work; none is held beyond that (C6, I9)", async () => {
  const wrong: unknown[] = [];
  for (const { taskId, fault } of asked) {
    const task = await parts.task(tenant, taskId);
    const { reserved, settled, released } = task.credits;
    const due = task.state === "FAILED" ? reserved : 0;
    const isExpected = fault === "moderated-input" ? task.state === "FAILED" : true;
    if (settled !== 0 || released !== due || !isExpected) wrong.push([fault, task]);
  }
  expect(wrong).toEqual([]);
});

it("vendors bill what our books say, to the cent, with clips that moved as with those that did not (I1)", async () => {
  const { database } = parts.stack.deps;
  const lines = await database
    .select()
    .from(schema.costLine)
    .where(eq(schema.costLine.kind, "provider_actual"));
  const booked = lines.reduce((sum, line) => sum + line.amountMicros, 0);
  const jobs = await database.select().from(schema.vendorJob);
  const bound = jobs.flatMap((job) => job.vendorJobId ?? []);
  const strays = routing.everything().filter(({ job }) => !bound.some((id) => id.endsWith(job.id)));
  const doubts = jobs.filter((job) => job.state === "UNKNOWN");
  expect(strays.length).toBeLessThanOrEqual(doubts.length);
  const open = strays.reduce((sum, job) => sum + job.billedMicros, 0);
  expect(booked).toBeGreaterThan(0);
  expect(booked + open).toBe(routing.billedMicros());
});
