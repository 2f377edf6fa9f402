import { ownRedis } from "@cutroom/testkit";
import type { OwnRedis } from "@cutroom/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import { codeOf, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import {
  contractFor,
  flushedAfter,
  heldBy,
  heldByWindow,
  lyingSlow,
  setsAndFacts,
  unreachable,
} from "../quota/quota.cases.ts";
import { rebuildQuota } from "../quota/rebuild-quota.ts";

const PARALLEL = 64;
const LIMIT = 7;

/** Sends many submits at once, spread over the tenants, and gives their outcomes. */
async function storm(stack: Stack, deps: Deps, tenants: readonly Tenant[]): Promise<string[]> {
  const clients = await Promise.all(
    tenants.map(async ({ client, apiKey }) => ({
      projectId: await titleProject(client, 1),
      over: stack.clientWith({ authorization: `Bearer ${apiKey}` }, deps),
    })),
  );
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) => {
      const chosen = clients[index % clients.length];
      if (chosen === undefined) throw new Error("no tenant");
      return chosen.over.createExport({
        body: { project_id: chosen.projectId },
        idempotencyKey: `storm-key-${index}`,
      });
    }),
  );
  await stack.settle();
  return answers.map(codeOf);
}

const accepted = (codes: readonly string[]) => codes.filter((code) => code === "ok").length;

describe.each(["server", "builtin"] as const)("64 submits at once, Redis as %s", (engine) => {
  let redis: OwnRedis;
  let stack: Stack;
  beforeAll(async () => {
    redis = await ownRedis(engine);
  });
  afterAll(() => redis.stop());

  const states: readonly [string, (deps: Deps) => Deps][] = [
    ["up", (deps) => deps],
    ["down", unreachable],
    ["flushed in the middle", (deps) => flushedAfter(deps, redis, 20)],
    ["carrying everything out but answering too late", lyingSlow],
  ];

  it.each(states)(
    "fill a tenant's limit and never more, with Redis %s (C5, I7)",
    async (_, state) => {
      stack = await startStack(redis.env);
      const tenant = await stack.tenant({ plan: "enterprise" });
      await contractFor(stack, tenant, { maxInFlight: LIMIT });
      await rebuildQuota(stack.deps);
      const codes = await storm(stack, state(stack.deps), [tenant]);
      expect(accepted(codes)).toBe(LIMIT);
      expect(new Set(codes)).toEqual(new Set(["ok", "quota.in-flight"]));
      expect(await heldBy(stack.deps, [tenant])).toBe(LIMIT);
      await stack.stop();
    },
  );

  it.each(states)(
    "fill the platform's limit and never more, with Redis %s (C5, I7)",
    async (_, state) => {
      stack = await startStack({ ...redis.env, PLATFORM_MAX_IN_FLIGHT: String(LIMIT) });
      const tenants = await Promise.all(
        Array.from({ length: 8 }, () => stack.tenant({ plan: "enterprise" })),
      );
      await rebuildQuota(stack.deps);
      const codes = await storm(stack, state(stack.deps), tenants);
      expect(accepted(codes)).toBe(LIMIT);
      expect(new Set(codes)).toEqual(new Set(["ok", "platform.busy"]));
      expect(await heldBy(stack.deps, tenants)).toBe(LIMIT);
      await stack.stop();
    },
  );

  it.each([
    ["minute", { exportsPerMinute: LIMIT }],
    ["day", { exportsPerDay: LIMIT }],
    ["month", { userCreditsPerMonth: LIMIT }],
  ] as const)("fill a user's limit of a %s and never more (C5)", async (window, limits) => {
    stack = await startStack(redis.env);
    const tenant = await stack.tenant({ plan: "enterprise" });
    await contractFor(stack, tenant, limits);
    const codes = await storm(stack, stack.deps, [tenant]);
    expect(new Set(codes)).toEqual(new Set(["ok", "quota.exceeded"]));
    // Each submit costs one credit. The clock may pass into the next window meanwhile.
    const counts = await heldByWindow(stack.deps, tenant, window);
    expect(Math.max(...counts)).toBe(LIMIT);
    await stack.stop();
  });

  it("leave sets that equal the database, also after Redis was down and came back (C5)", async () => {
    stack = await startStack(redis.env);
    const tenant = await stack.tenant({ plan: "enterprise" });
    await contractFor(stack, tenant, { maxInFlight: LIMIT });
    await rebuildQuota(stack.deps);
    await storm(stack, unreachable(stack.deps), [tenant]);
    const before = await setsAndFacts(stack);
    expect(before.sets).not.toEqual(before.facts);
    const other = await stack.tenant({ plan: "enterprise" });
    expect(accepted(await storm(stack, stack.deps, [other]))).toBe(PARALLEL);
    const after = await setsAndFacts(stack);
    expect(after.sets).toEqual(after.facts);
    expect(Object.keys(after.facts).length).toBeGreaterThan(2);
    await stack.stop();
  });
});
