import { asSystem, keepModelCaps, schema } from "@cutroom/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must } from "../../stack.cases.ts";
import type { Tenant } from "../../stack.cases.ts";
import { expireLeases } from "../housekeeping/expire-leases.ts";
import { resolveUnknownStep } from "../step/resolve-unknown-step.ts";
import { workAtDesk } from "./desk.ts";
import { VENDOR_MODELS, startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const MODEL = "runway-gen4.5";
const PRICE = 75;
let parts: VendorStack;
let tenant: Tenant;
beforeAll(async () => {
  parts = await startVendorStack();
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 5_000 });
});
afterAll(() => parts.stop());

const submit = (key: string) => parts.submit(tenant, MODEL, key);
const accepted = (key: string) =>
  parts
    .vendor("runway")
    .jobs()
    .filter(({ job }) => job.asked.prompt.endsWith(`, ${key}`));
const billed = (key: string) => accepted(key).reduce((sum, job) => sum + job.billedMicros, 0);

describe("a clip that a vendor makes", () => {
  it("is offered with its price only where there is a key for it (G1)", async () => {
    const { models } = must(await tenant.client.listGenerationModels({}));
    expect(models.map((model) => model.name)).toEqual(["procedural", ...VENDOR_MODELS]);
    const body = { prompt: "a sea", model: "kling-3", duration_ms: 5_000 } as const;
    const { deps } = parts.stack;
    const without = { ...deps, generators: new Map([...deps.generators].slice(0, 1)) };
    const bare = parts.stack.clientWith({ authorization: `Bearer ${tenant.apiKey}` }, without);
    const refused = await bare.createGeneration({ body, idempotencyKey: "kling-key-1" });
    expect(codeOf(refused)).toBe("model.unavailable");
    const long = { ...body, model: MODEL, duration_ms: 5_500 } as const;
    const cannot = await tenant.client.createGeneration({
      body: long,
      idempotencyKey: "long-key-12",
    });
    expect(codeOf(cannot)).toBe("model.cannot");
  });

  it("is paid for once, copied to us, prepared and settled by what the vendor asks (G1, I1, I6, C6)", async () => {
    const taskId = await submit("whole");
    await parts.finish(taskId);
    const done = await parts.task(tenant, taskId);
    expect(done).toMatchObject({
      state: "SUCCEEDED",
      credits: { reserved: PRICE, settled: PRICE },
    });
    expect(done.output).toMatchObject({ width: 1280, height: 720, frame_count: 120 });
    expect(accepted("whole")).toHaveLength(1);
    expect(billed("whole")).toBe(600_000);
    expect(await parts.booked(taskId)).toBe(600_000);
    const params = { asset_id: done.asset_id ?? "" };
    const asset = must(await tenant.client.getAsset({ params }));
    expect(asset).toMatchObject({ state: "READY", ai_disclosure: "ai", origin: "generated" });
    const film = await fetch(asset.urls.original ?? "");
    expect((await film.arrayBuffer()).byteLength).toBe(asset.size_bytes);
  });

  it("never shows an address of the vendor, nor its number of the job (I6, F137)", async () => {
    const taskId = await submit("hidden-address");
    await parts.finish(taskId);
    const [job] = await parts.jobsOf(taskId);
    const host = new URL(parts.vendor("runway").baseUrl).host;
    const steps = await parts.stack.deps.database.select().from(schema.step);
    const shown = JSON.stringify([
      await parts.task(tenant, taskId),
      must(await tenant.client.listAssets({ query: {} })),
      steps.filter((step) => step.taskId === taskId),
    ]);
    expect(job?.outputs.join()).toContain(host);
    expect(shown).not.toContain(host);
    expect(shown).not.toContain(job?.vendorJobId);
  });

  it.each(["hidden", "5xx-after-accept", "html"] as const)(
    "is not sent twice after %s: the step is in doubt, and its credits are held (I3, G2, C6)",
    async (fault) => {
      parts.vendor("runway").fault(fault);
      const taskId = await submit(fault);
      await parts.passes(4);
      expect(accepted(fault)).toHaveLength(1);
      expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "UNKNOWN", attempt: 1 });
      const task = await parts.task(tenant, taskId);
      expect(task).toMatchObject({ state: "RUNNING", credits: { settled: 0, released: 0 } });
    },
  );

  it("is sent again, as another request, when an operator answers for its absence (G2)", async () => {
    parts.vendor("runway").fault("5xx");
    const taskId = await submit("absent");
    await parts.passes(2);
    const { id } = await parts.stepOf(taskId, "vendor");
    const verdict = { kind: "absent", internal: "the vendor's support says so" } as const;
    must(await resolveUnknownStep(parts.stack.deps, id, verdict));
    await parts.passes(1);
    await parts.finish(taskId);
    const jobs = await parts.jobsOf(taskId);
    expect(jobs.map((job) => job.state)).toEqual(["ABSENT", "SUCCEEDED"]);
    expect(new Set(jobs.map((job) => job.id)).size).toBe(2);
    expect(await parts.booked(taskId)).toBe(billed("absent"));
  });

  it.each(["429-header", "429-body", "429-bare"] as const)(
    "stays queued after %s and uses up no retry (G4)",
    async (fault) => {
      parts.vendor("runway").fault(fault);
      const taskId = await submit(fault);
      await expect
        .poll(async () => {
          await workAtDesk(parts.stack.deps);
          return (await parts.stepOf(taskId, "vendor")).state;
        })
        .toBe("RETRY_WAIT");
      const { runAt } = await parts.stepOf(taskId, "vendor");
      const [job] = await parts.jobsOf(taskId);
      // Both by the database's clock, one transaction after the other.
      const waitMs = runAt.getTime() - (job?.finishedAt?.getTime() ?? 0);
      expect(waitMs).toBeGreaterThanOrEqual(fault === "429-bare" ? 15_000 : 7_000);
      await parts.finish(taskId);
      expect(await parts.task(tenant, taskId)).toMatchObject({ state: "SUCCEEDED" });
      const [row] = await parts.stack.deps.database
        .select()
        .from(schema.task)
        .where(eq(schema.task.id, taskId));
      expect(row?.retriesUsed).toBe(0);
    },
  );

  it.each([
    ["moderated-input", "PROMPT_REFUSED"],
    ["moderated-output", "OUTPUT_REFUSED"],
    ["fails-billed", "MODEL_FAILED"],
  ] as const)(
    "gives the credits back after %s and books what the vendor charges (F105, C6, I9)",
    async (fault, code) => {
      parts.vendor("runway").fault(fault);
      const taskId = await submit(fault);
      await parts.passes(1);
      parts.advance(6_000);
      await parts.passes(2);
      const task = await parts.task(tenant, taskId);
      expect(task).toMatchObject({ state: "FAILED", credits: { settled: 0, released: PRICE } });
      expect(task.failure?.code).toBe(code);
      expect(accepted(fault)).toHaveLength(1);
      expect(billed(fault)).toBe(600_000);
      expect(await parts.booked(taskId)).toBe(600_000);
    },
  );

  it("is tried again after a fault of the vendor that costs nothing (C10)", async () => {
    parts.vendor("runway").fault("fails");
    const taskId = await submit("again");
    await parts.passes(1);
    parts.advance(6_000);
    await parts.passes(2);
    await parts.finish(taskId);
    expect(await parts.task(tenant, taskId)).toMatchObject({ state: "SUCCEEDED" });
    const states = (await parts.jobsOf(taskId)).map((job) => job.state);
    expect(states).toEqual(["FAILED", "SUCCEEDED"]);
    expect(await parts.booked(taskId)).toBe(billed("again"));
  });

  it.each([
    ["file-expired"],
    ["file-cut"],
    ["file-truncated"],
    ["file-html"],
    ["file-wrong-size"],
  ] as const)("is fetched whole in spite of %s, and not made again (F108)", async (fault) => {
    const key = `copy-${fault}`;
    const taskId = await submit(key);
    await parts.passes(1);
    parts.advance(6_000);
    parts.vendor("runway").fault(fault);
    await parts.passes(3);
    await parts.finish(taskId);
    const done = await parts.task(tenant, taskId);
    expect(done).toMatchObject({ state: "SUCCEEDED" });
    expect(done.output?.size_bytes).toBe(68_961);
    expect(accepted(key)).toHaveLength(1);
  });

  it("is cancelled by its real stage: at work it costs nothing (G1, C6)", async () => {
    const taskId = await submit("cancel");
    await parts.passes(1);
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    await parts.passes(2);
    const task = await parts.task(tenant, taskId);
    expect(task).toMatchObject({ state: "CANCELED", credits: { settled: 0, released: PRICE } });
    expect(accepted("cancel").map((job) => job.stage)).toEqual(["canceled"]);
  });

  it("costs what the vendor asks when the cancel came too late (C6, F104)", async () => {
    const taskId = await submit("late");
    await parts.passes(1);
    parts.advance(6_000);
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    await parts.passes(2);
    const task = await parts.task(tenant, taskId);
    expect(task).toMatchObject({ state: "CANCELED", credits: { settled: PRICE, released: 0 } });
    expect(await parts.booked(taskId)).toBe(billed("late"));
  });

  it("goes on where a process has died: nothing is sent again (C8, I3)", async () => {
    const { deps } = parts.stack;
    const runway = deps.generators.get("runway");
    if (runway === undefined) throw new Error("no generator");
    const dying = {
      ...runway,
      submit: async (request: Parameters<typeof runway.submit>[0]) => {
        await runway.submit(request);
        throw new Error("the process has died");
      },
    };
    const taskId = await submit("died");
    await workAtDesk({ ...deps, generators: new Map([["runway", dying]]), log: () => undefined });
    await deps.database.execute(sql`
      update step_lease set lease_until = now() - interval '1 second'
       where step_id in (select id from step where task_id = ${taskId})`);
    await expireLeases(deps);
    await parts.passes(3);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "UNKNOWN", attempt: 1 });
    expect(accepted("died")).toHaveLength(1);
  });

  it("is followed to its end although every lease was lost on the way (C8)", async () => {
    const taskId = await submit("lost-lease");
    await parts.passes(1);
    await parts.stack.deps.database.execute(sql`
      update step_lease set lease_until = now() - interval '1 second'
       where step_id in (select id from step where task_id = ${taskId})`);
    await expireLeases(parts.stack.deps);
    expect(await parts.stepOf(taskId, "vendor")).toMatchObject({ state: "UNKNOWN" });
    parts.advance(6_000);
    await parts.finish(taskId);
    expect(await parts.task(tenant, taskId)).toMatchObject({ state: "SUCCEEDED" });
    expect(accepted("lost-lease")).toHaveLength(1);
  });

  it("waits in our own queue when its model has as many under way as it takes (G4)", async () => {
    await asSystem(parts.stack.deps.database, keepModelCaps);
    const tasks = [
      await parts.submit(tenant, "self-hosted", "cap-1"),
      await parts.submit(tenant, "self-hosted", "cap-2"),
    ];
    await parts.passes(3);
    const states = async () =>
      (await Promise.all(tasks.map((id) => parts.stepOf(id, "vendor")))).map((one) => one.state);
    expect((await states()).toSorted()).toEqual(["READY", "RUNNING"]);
    parts.advance(6_000);
    await parts.passes(3);
    parts.advance(6_000);
    await parts.passes(3);
    expect(await states()).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });

  it("all in all: what the vendor bills and what our books say are the same to the cent (I1)", async () => {
    const { database } = parts.stack.deps;
    const lines = await database
      .select()
      .from(schema.costLine)
      .where(eq(schema.costLine.kind, "provider_actual"));
    const inDoubt = await database
      .select()
      .from(schema.vendorJob)
      .where(eq(schema.vendorJob.state, "UNKNOWN"));
    const known = new Set(
      (await database.select().from(schema.vendorJob)).map((job) => job.vendorJobId),
    );
    const unknown = parts
      .vendor("runway")
      .jobs()
      .filter(({ job }) => !known.has(job.id));
    // Jobs in doubt are the only ones that nobody has booked: each holds a task open.
    expect(unknown.length).toBe(inDoubt.length);
    const booked = lines.reduce((sum, line) => sum + line.amountMicros, 0);
    const open = unknown.reduce((sum, job) => sum + job.billedMicros, 0);
    expect(booked + open).toBe(parts.vendor("runway").billedMicros());
  });
});
