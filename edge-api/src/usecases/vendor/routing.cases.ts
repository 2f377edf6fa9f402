/** What the tests of routing share: clips for which no model is named, at simulated vendors. */
import { schema } from "@cutroom/db";
import { ROUTED_MODELS } from "@cutroom/domain";
import type { ModelName, VendorName } from "@cutroom/domain";
import type { SimulatedVendor } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import { must } from "../../stack.cases.ts";
import type { Tenant } from "../../stack.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

const { modelStanding, tenantContract } = schema;
const NAMES = [
  "runway",
  "veo",
  "luma",
  "fal",
  "replicate",
  "openai-videos",
  "self-hosted",
] as const;

type Fault = Parameters<ReturnType<VendorStack["vendor"]>["faultFor"]>[1];

export function routingCases(parts: VendorStack) {
  const { database } = parts.stack.deps;
  /** All that any vendor has accepted. */
  const everything = () =>
    NAMES.flatMap((name) =>
      parts
        .vendor(name)
        .jobs()
        .map(({ job, stage, billedMicros }) => ({ vendor: name, job, stage, billedMicros })),
    );
  const prompt = (key: string) => `a calm sea, ${key}`;
  return {
    /** The clip of this key meets the fault at the vendor, and no other clip does. */
    plant: (vendor: SimulatedVendor, key: string, fault: Fault) =>
      parts.vendor(vendor).faultFor(prompt(key), fault),
    /** Leaves every other model alone until the next pass, so that a clip is asked of this one. */
    prefer: (model: ModelName) =>
      database
        .insert(modelStanding)
        .values(
          ROUTED_MODELS.map((name) => ({
            model: name,
            restUntil: name === model ? null : sql`now() + interval '1 hour'`,
          })),
        )
        .onConflictDoUpdate({
          target: modelStanding.model,
          set: { restUntil: sql`excluded.rest_until` },
        }),
    /** Nobody rests and no breaker is open; what went wrong before is long ago. */
    calm: async () => {
      await database.delete(modelStanding);
      await parts.longAgo();
    },
    contract: async (
      { tenantId }: Tenant,
      allowed: { readonly vendors?: VendorName[] | null; readonly regions?: string[] | null },
    ) => {
      const { vendors = null, regions = null } = allowed;
      const set = { vendors, regions };
      await database
        .insert(tenantContract)
        .values({ tenantId, ...set })
        .onConflictDoUpdate({ target: tenantContract.tenantId, set });
    },
    auto: async (
      tenant: Tenant,
      key: string,
      body: { readonly duration_ms?: number; readonly budget_credits?: number } = {},
    ) => {
      const { task } = must(
        await tenant.client.createGeneration({
          body: { model: "auto", prompt: prompt(key), ...body },
          idempotencyKey: `${tenant.tenantId}-${key}`,
        }),
      );
      await parts.stack.settle();
      return task;
    },
    everything,
    /** What vendors have accepted of one clip, whoever they are. */
    accepted: (key: string) => everything().filter(({ job }) => job.asked.prompt === prompt(key)),
    attempts: async (tenant: Tenant, taskId: string) => {
      const params = { task_id: taskId };
      const { attempts } = must(await tenant.client.listGenerationAttempts({ params }));
      return attempts.map(({ model, state, reason }) => [model, state, reason] as const);
    },
    billedMicros: () => NAMES.reduce((sum, name) => sum + parts.vendor(name).billedMicros(), 0),
  };
}
export type RoutingCases = ReturnType<typeof routingCases>;
