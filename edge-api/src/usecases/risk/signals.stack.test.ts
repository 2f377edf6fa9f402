import type { Client } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import type { CountedWindow } from "@cutroom/ports";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";
import { unreachable } from "../quota/quota.cases.ts";
import { passDoor } from "./pass-door.ts";
import { callerOf, exportAs, openBrowser, submitExport, submitWords } from "./risk.cases.ts";

const { riskDecision } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ CLIENT_IP_HEADER: "x-real-ip" });
});
afterAll(() => stack.stop());

async function tierOf(taskId: string): Promise<number> {
  return (await stepOf(stack, taskId)).tier;
}

describe("signals at the door", () => {
  it("send the third account of one browser to the last queue and stop the eighth (C4)", async () => {
    const browser = openBrowser(stack);
    const outcomes: (string | number)[] = [];
    let last: Client | undefined;
    for (let index = 0; index < 8; index += 1) {
      last = await browser.signUp();
      const made = await submitExport(last);
      outcomes.push(made.ok ? await tierOf(made.value.task_id) : made.failure.code);
    }
    // The free plan's tier is the last one already: what demoted it is in the decision.
    expect(outcomes).toEqual([2, 2, 2, 2, 2, 2, 2, "risk.review"]);
    const demoted = await stack.deps.database.select().from(riskDecision);
    expect(demoted).toHaveLength(5);
    expect(demoted[0]).toMatchObject({
      verdict: "demote",
      reasons: ["device-accounts", "young-account"],
      signals: { "device-accounts": 3 },
    });
    expect(must((await last?.getAccount()) ?? { ok: false, failure: "nobody" }).standing).toEqual({
      state: "grey",
      reasons: ["device-accounts", "young-account"],
      reference: expect.stringMatching(/^risk_/),
      since: expect.any(String),
    });
  });

  it("demote a paid task, which is accepted all the same (C4)", async () => {
    const tenant = await stack.tenant();
    const caller = callerOf(stack, tenant, { device: "device_shared" });
    for (const other of ["user_a", "user_b", "user_c"]) {
      await passDoor(
        stack.deps,
        { ...caller, userId: other },
        { reservationId: other, similar: null },
      );
    }
    const projectId = await titleProject(tenant.client, 1);
    expect(await tierOf(await exportAs(stack, caller, projectId))).toBe(2);
  });

  it("see the same words from fifteen new accounts, and not from old ones (C4)", async () => {
    const old = await stack.tenant();
    await stack.deps.database
      .update(schema.user)
      .set({ createdAt: new Date(Date.now() - 30 * 86_400_000) })
      .where(eq(schema.user.id, old.userId));
    for (let index = 0; index < 3; index += 1) must(await submitWords(old.client, "A  Red fox"));
    const codes: string[] = [];
    for (let index = 0; index < 15; index += 1) {
      const { client } = await stack.tenant();
      codes.push(codeOf(await submitWords(client, "a red FOX")));
    }
    expect(codes.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => "ok"));
    expect(codes[14]).toBe("risk.review");
  });

  it("count what was refused for want of credits or by its words (C4)", async () => {
    const tenant = await stack.tenant({ credits: 0 });
    const projectId = await titleProject(tenant.client, 1);
    const codes: string[] = [];
    for (let index = 0; index < 21; index += 1) {
      codes.push(codeOf(await submitExport(tenant.client, projectId)));
      await stack.settle();
    }
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "credits.insufficient"));
    expect(codes[20]).toBe("risk.review");
  });

  it("cost one round trip, and leave no address, device or name behind (C4)", async () => {
    const tenant = await stack.tenant();
    const asked: (readonly CountedWindow[])[] = [];
    const { keyValue } = stack.deps;
    const countWindows: typeof keyValue.countWindows = (windows, ceiling) => {
      asked.push(windows);
      return keyValue.countWindows(windows, ceiling);
    };
    const deps = { ...stack.deps, keyValue: { ...keyValue, countWindows } };
    const client = stack.clientWith(
      { authorization: `Bearer ${tenant.apiKey}`, "x-real-ip": "203.0.113.7" },
      deps,
    );
    must(await submitExport(client));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.map(({ key }) => key.split(":")[1])).toEqual([
      "network-accounts",
      "attempt-rate",
      "refusals",
    ]);
    expect(JSON.stringify(asked[0]?.map(({ key }) => key))).not.toMatch(/203\.0|user_|tenant_/);
  });

  it("hold nobody up while the key-value store is down (C4, O3)", async () => {
    const tenant = await stack.tenant();
    const client = stack.clientWith(
      { authorization: `Bearer ${tenant.apiKey}` },
      unreachable(stack.deps),
    );
    expect(codeOf(await submitExport(client))).toBe("ok");
  });

  it("do not judge people of a contract without limits (T1)", async () => {
    const tenant = await stack.tenant({ plan: "enterprise" });
    const caller = {
      ...callerOf(stack, tenant, { device: "device_many" }),
      plan: planLimits.enterprise,
    };
    for (let index = 0; index < 40; index += 1) {
      const asking = { ...caller, userId: `user_${index}` };
      const passed = await passDoor(stack.deps, asking, {
        reservationId: `r${index}`,
        similar: "x",
      });
      expect(passed).toEqual({ ok: true, value: null });
    }
  });
});
