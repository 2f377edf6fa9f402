import { schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_SCOPES } from "../../caller.ts";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { setsAndFacts, unreachable } from "../quota/quota.cases.ts";
import { rebuildQuota } from "../quota/rebuild-quota.ts";
import { submitTask } from "./submit-task.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ MODEL_MAX_IN_FLIGHT: "2" });
  await rebuildQuota(stack.deps);
});
afterAll(() => stack.stop());

function callerOf({ tenantId, userId }: Tenant): UserCaller {
  return {
    kind: "user",
    tenantId,
    userId,
    userName: "Test",
    email: "t@example.com",
    tenantName: "Test",
    plan: planLimits.enterprise,
    scopes: ALL_SCOPES,
    credentialId: "test",
  };
}

/** The tier of the step of a new task of `model`; every one is accepted. */
async function tierOf(deps: Deps, caller: UserCaller, key: string, model: string) {
  const scene = "generate" as const;
  const spec = { prompt: "a calm sea", duration_ms: 5_000 };
  const answer = await submitTask<never>(deps, caller, {
    endpoint: "createGeneration",
    idempotencyKey: key,
    request: { key },
    prepare: async () => ok({ scene, inputDigest: key, credits: 1, spec, model, pool: "render" }),
  });
  if (!answer.ok) throw new Error(answer.failure.code);
  const { task_id: taskId }: { task_id: string } = JSON.parse(answer.value.json);
  const [row] = await stack.deps.database
    .select()
    .from(schema.step)
    .where(eq(schema.step.taskId, taskId));
  return row?.tier;
}

describe("a full model", () => {
  it.each(["up", "down"] as const)(
    "sends new work to the last queue and refuses nobody, with Redis %s (C4, C5)",
    async (state) => {
      const caller = callerOf(await stack.tenant({ plan: "enterprise" }));
      const deps = state === "up" ? stack.deps : unreachable(stack.deps);
      const tiers: (number | undefined)[] = [];
      for (const key of ["first-key", "second-key", "third-key"]) {
        tiers.push(await tierOf(deps, caller, `${state}-${key}`, `model-${state}`));
      }
      expect(tiers).toEqual([0, 0, 2]);
      expect(await tierOf(deps, caller, `${state}-other`, `other-${state}`)).toBe(0);
      expect(await tierOf(deps, caller, `${state}-none`, "")).toBe(0);
      await stack.settle();
    },
  );

  it("is counted alike by the sets and by the facts, whatever was down meanwhile (C5)", async () => {
    await rebuildQuota(stack.deps);
    const { sets, facts } = await setsAndFacts(stack);
    expect(Object.keys(sets)).toContain("quota:model.in-flight:model-down");
    expect(sets).toEqual(facts);
  });
});
