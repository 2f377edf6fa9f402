/** What the tests of vendors share: the API beside simulated vendors, with time in their hands. */
import { schema } from "@cutroom/db";
import { MODEL_NAMES, clipModel } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import { serve } from "@hono/node-server";
import { freePort, startVendors } from "@cutroom/testkit";
import type { SimulatedVendor } from "@cutroom/testkit";
import { asc, eq, sql } from "drizzle-orm";
import { ingest, must, startStack } from "../../stack.cases.ts";
import type { Tenant } from "../../stack.cases.ts";
import { workAtDesk } from "./desk.ts";

const { costLine, modelStanding, step, vendorCallback, vendorJob } = schema;

/** The length of five seconds, or the next that a model has. */
export function lengthOf(name: ModelName): number {
  const { durationsMs = [5_000] } = clipModel(name);
  return durationsMs.find((ms) => ms >= 5_000) ?? 5_000;
}

/** One model of each vendor. */
export const VENDOR_MODELS: readonly ModelName[] = MODEL_NAMES.filter(
  (name) => clipModel(name).vendor !== null,
);

export async function startVendorStack() {
  let shiftMs = 0;
  const vendors = await startVendors({ now: () => Date.now() + shiftMs });
  const port = await freePort();
  const stack = await startStack({ ...vendors.env, API_URL: `http://127.0.0.1:${port}` });
  // Vendors call back over the network.
  const server = serve({ fetch: stack.app.fetch, port, hostname: "127.0.0.1" });
  const { database } = stack.deps;

  /** Everything that waits for its time is due now. */
  const dueNow = async () => {
    // Passes over what is being worked on at this moment: waiting for it might lock for ever.
    await database.execute(sql`
      update vendor_job set next_poll_at = now() where id in (
        select id from vendor_job for update skip locked)`);
    await database.update(modelStanding).set({ restUntil: null, tokens: null });
    await database.execute(sql`
      update step set run_at = now() where id in (
        select id from step where state = 'RETRY_WAIT' for update skip locked)`);
  };
  /** What went wrong at vendors was long ago: no breaker goes by it. */
  const longAgo = async () => {
    await stack.settle();
    await database.execute(sql`
      update vendor_job set submitted_at = submitted_at - interval '10 minutes' where id in (
        select id from vendor_job for update skip locked)`);
  };
  const passes = async (count: number) => {
    for (let pass = 0; pass < count; pass += 1) {
      await dueNow();
      await workAtDesk(stack.deps);
      await stack.settle();
    }
  };
  const jobsOf = (taskId: string) =>
    database
      .select()
      .from(vendorJob)
      .where(eq(vendorJob.taskId, taskId))
      .orderBy(asc(vendorJob.attempt));
  return {
    stack,
    vendor: (name: SimulatedVendor) => vendors.vendor(name),
    /** A waiting second and four working ones make a film. */
    advance: (ms: number) => {
      shiftMs += ms;
    },
    passes,
    longAgo,
    jobsOf,
    submit: async (tenant: Tenant, model: ModelName, key: string) => {
      await longAgo();
      const { task_id: taskId } = must(
        await tenant.client.createGeneration({
          body: { model, prompt: `a calm sea, ${key}`, duration_ms: lengthOf(model) },
          idempotencyKey: `${tenant.tenantId}-${key}`,
        }),
      );
      // A claim passes over a task that is just being queued.
      await stack.settle();
      return taskId;
    },
    task: async (tenant: Tenant, taskId: string) =>
      must(await tenant.client.getTask({ params: { task_id: taskId }, query: {} })),
    stepOf: async (taskId: string, kind: "vendor" | "fetch") => {
      const rows = await database.select().from(step).where(eq(step.taskId, taskId));
      const row = rows.findLast((one) => one.kind === kind);
      if (row === undefined) throw new Error(`no step ${kind}`);
      return row;
    },
    /** From acceptance to a finished clip. */
    finish: async (taskId: string, checksum = "c".repeat(64)) => {
      await passes(1);
      shiftMs += 6_000;
      await passes(2);
      await ingest(stack, taskId, checksum);
    },
    /** What our books say the vendor asks for, millionths. */
    booked: async (taskId: string) => {
      const lines = await database.select().from(costLine).where(eq(costLine.taskId, taskId));
      return lines
        .filter((line) => line.kind === "provider_actual")
        .reduce((sum, line) => sum + line.amountMicros, 0);
    },
    callbacks: () => database.select().from(vendorCallback),
    stop: async () => {
      server.close();
      await stack.stop();
      await vendors.stop();
    },
  };
}
export type VendorStack = Awaited<ReturnType<typeof startVendorStack>>;
