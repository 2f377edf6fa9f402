import { schema } from "@cutroom/db";
import { clipModel } from "@cutroom/domain";
import type { VendorName } from "@cutroom/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tenant } from "../../stack.cases.ts";
import { VENDOR_MODELS, startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

/**
 * Each is met by some request: which one does not matter. All there are but two: `slow` is lost as
 * `hidden` is, by a timeout of half a minute; of `fails-billed` most vendors tell only on an invoice.
 */
const FAULTS = [
  "hidden",
  "5xx-after-accept",
  "html",
  "5xx",
  "429-header",
  "429-body",
  "429-bare",
  "429-at-once",
  "429-quota",
  "moderated-input",
  "moderated-output",
  "no-output",
  "fails",
  "stuck",
  "throttled",
  "regress",
  "poll-500",
  "poll-html",
  "poll-drop",
  "poll-429",
  "file-expired",
  "file-cut",
  "file-no-range",
  "file-truncated",
  "file-html",
  "file-wrong-size",
  "callback-lost",
  "callback-duplicate",
  "callback-bad-signature",
  "callback-before-answer",
] as const;
const TASKS_PER_VENDOR = 15;
/** A hundred clips are asked for before the first test. */
const SET_UP_MS = 300_000;

let parts: VendorStack;
let tenant: Tenant;
let tasks: string[];
const callsBack = (vendor: VendorName) => parts.stack.deps.generators.get(vendor)?.callsBack;
const vendors = VENDOR_MODELS.flatMap((model) => clipModel(model).vendor ?? []);

beforeAll(async () => {
  parts = await startVendorStack();
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 100_000 });
  for (const vendor of vendors) parts.vendor(vendor).fault(...FAULTS);
  tasks = [];
  for (let turn = 0; turn < TASKS_PER_VENDOR; turn += 1) {
    const asked = VENDOR_MODELS.map((model) => parts.submit(tenant, model, `${model} ${turn}`));
    tasks.push(...(await Promise.all(asked)));
    await parts.passes(1);
  }
  for (let turn = 0; turn < 5; turn += 1) {
    parts.advance(6_000);
    await parts.passes(3);
  }
}, SET_UP_MS);
afterAll(() => parts.stop());

describe.each(vendors)("%s, whatever goes wrong", (vendor) => {
  const jobsHere = async () => {
    const jobs = await parts.stack.deps.database.select().from(schema.vendorJob);
    return jobs.filter((job) => job.vendor === vendor);
  };
  /** What the vendor has that none of our requests is bound to. */
  const strays = async () => {
    const bound = (await jobsHere()).flatMap((job) => job.vendorJobId ?? []);
    const isBound = (id: string) => bound.some((name) => name.endsWith(id));
    return parts
      .vendor(vendor)
      .jobs()
      .filter(({ job }) => !isBound(job.id));
  };

  it("has met every fault that there is at it", () => {
    const isMet = (fault: string) => !fault.startsWith("callback");
    const left = parts.vendor(vendor).faultsLeft();
    expect(callsBack(vendor) ? left : left.filter(isMet)).toEqual([]);
  });

  it("accepts each request once: what nobody is bound to is what a doubt is about (I3, G2)", async () => {
    const jobs = await jobsHere();
    const doubts = jobs.filter((job) => job.state === "UNKNOWN");
    const bound = new Set(jobs.flatMap((job) => job.vendorJobId ?? []));
    const lost = await strays();
    expect(jobs.length).toBeGreaterThanOrEqual(TASKS_PER_VENDOR);
    expect(lost.length).toBeLessThanOrEqual(doubts.length);
    expect(bound.size + lost.length).toBe(parts.vendor(vendor).jobs().length);
  });

  it("bills what our books say, to the cent (I1, C6)", async () => {
    const lines = await parts.stack.deps.database.select().from(schema.costLine);
    const booked = lines
      .filter((line) => line.vendor === vendor && line.kind === "provider_actual")
      .reduce((sum, line) => sum + line.amountMicros, 0);
    const open = (await strays()).reduce((sum, job) => sum + job.billedMicros, 0);
    expect(booked + open).toBe(parts.vendor(vendor).billedMicros());
  });
});

it("in doubt credits are held; who is told that it failed has them back; no address is shown (I6, I9)", async () => {
  const wrong: unknown[] = [];
  for (const taskId of tasks) {
    const task = await parts.task(tenant, taskId);
    const { reserved, settled, released } = task.credits;
    const due = task.state === "FAILED" ? reserved : 0;
    const shows = JSON.stringify(task).includes("/files/");
    if (settled !== 0 || released !== due || shows) wrong.push(task);
  }
  expect(wrong).toEqual([]);
  const states = new Set(
    (await Promise.all(tasks.map((id) => parts.task(tenant, id)))).map((task) => task.state),
  );
  expect([...states].toSorted()).toEqual(["FAILED", "RUNNING"]);
});
