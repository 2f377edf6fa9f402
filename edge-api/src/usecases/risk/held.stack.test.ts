import type { Client, EndpointOutput } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { CLEAR_STANDING } from "@cutroom/domain";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, render, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { unreachable } from "../quota/quota.cases.ts";
import { passDoor } from "./pass-door.ts";
import {
  callerOf,
  exportAs,
  personOf,
  putOnGreyList,
  signInOperator,
  solve,
  submitExport,
  submitWords,
} from "./risk.cases.ts";

const { reservation, riskEvent } = schema;
let stack: Stack;
let operator: Client;
beforeAll(async () => {
  stack = await startStack({ DEMO_SIGN_IN: "1", OPERATOR_EMAILS: "demo@cutroom.local" });
  operator = await signInOperator(stack);
});
afterAll(() => stack.stop());

const grey = (tenant: Tenant) => putOnGreyList(stack, tenant);

describe("the grey list", () => {
  it("lets the submit through once its challenge is solved, for an hour and this verdict (C4)", async () => {
    const tenant = await stack.tenant();
    await grey(tenant);
    const projectId = await titleProject(tenant.client, 1);
    const refused = await submitExport(tenant.client, projectId);
    expect(refused).toMatchObject({ ok: false, failure: { status: 403, code: "risk.review" } });
    const { challenge } = must(await tenant.client.createRiskChallenge());
    const solution = await solve(challenge);
    const wrong = solution.replace(/"counter":\d+/, '"counter":1');
    const hand = (text: string) => tenant.client.solveRiskChallenge({ body: { solution: text } });
    expect(codeOf(await hand(wrong))).toBe("risk.challenge-failed");
    expect(must(await hand(solution)).state).toBe("clear");
    must(await submitExport(tenant.client, projectId));
    expect(codeOf(await hand(solution))).toBe("risk.not-held");
    await grey(tenant);
    expect(codeOf(await hand(solution))).toBe("risk.challenge-failed");
  });

  it("takes nobody else's solution (C4, T2)", async () => {
    const [one, other] = [await stack.tenant(), await stack.tenant()];
    await Promise.all([grey(one), grey(other)]);
    const { challenge } = must(await one.client.createRiskChallenge());
    const solution = await solve(challenge);
    const stolen = await other.client.solveRiskChallenge({ body: { solution } });
    expect(codeOf(stolen)).toBe("risk.challenge-failed");
  });

  it("is left by the challenge also for the same input again and again (C4)", async () => {
    const tenant = await stack.tenant();
    const clearedUntilMs = stack.deps.clock.nowMs() + 60_000;
    const standing = { ...CLEAR_STANDING, clearedBy: "challenge", clearedUntilMs } as const;
    const caller = callerOf(stack, tenant, { standing });
    const bounds = await passDoor(stack.deps, caller, { reservationId: "r", similar: null });
    expect(bounds).toMatchObject({
      ok: true,
      value: { sameDemotes: 10, sameReviews: 2_147_483_647 },
    });
  });
});

describe("a billing freeze", () => {
  it("stops new paid work; what runs goes on, and so does reading (C4)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 1);
    const ask = { body: { project_id: projectId }, idempotencyKey: "before-the-freeze" };
    const running = must(await tenant.client.createExport(ask));
    const body = { reason: "costs of a thousand people" };
    const frozen = must(await operator.freezeUser({ params: personOf(tenant), body }));
    expect(frozen.standing).toMatchObject({ state: "frozen", reasons: ["operator"] });
    expect(await submitExport(tenant.client, projectId)).toMatchObject({
      ok: false,
      failure: {
        status: 403,
        code: "risk.frozen",
        details: { reference: frozen.standing.reference, reasons: "operator" },
      },
    });
    expect(codeOf(await submitWords(tenant.client, "a calm sea"))).toBe("risk.frozen");
    expect(codeOf(await tenant.client.createRiskChallenge())).toBe("risk.frozen");
    await stack.settle();
    await render(stack, running.task_id);
    expect(must(await tenant.client.getTask({ params: { task_id: running.task_id } })).state).toBe(
      "SUCCEEDED",
    );
    expect(must(await tenant.client.createExport(ask)).task_id).toBe(running.task_id);
    expect(must(await tenant.client.listProjects()).projects).toHaveLength(1);
    const held = await stack.deps.database
      .select()
      .from(reservation)
      .where(eq(reservation.tenantId, tenant.tenantId));
    expect(held).toHaveLength(1);
  });

  it("holds for a submit that looked before it, and while the key-value store is down (C4, I3)", async () => {
    const tenant = await stack.tenant();
    const projectId = await titleProject(tenant.client, 1);
    must(await operator.freezeUser({ params: personOf(tenant), body: { reason: "too late" } }));
    expect(await exportAs(stack, callerOf(stack, tenant), projectId)).toBe("risk.frozen");
    const client = stack.clientWith(
      { authorization: `Bearer ${tenant.apiKey}` },
      unreachable(stack.deps),
    );
    expect(codeOf(await submitExport(client, projectId))).toBe("risk.frozen");
  });

  it("is appealed against, answered and lifted, and every step is kept with who and why (C4)", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const words = "These are clips for my course, made one a day.";
    expect(codeOf(await client.createRiskAppeal({ body: { words } }))).toBe("risk.not-held");
    must(await operator.freezeUser({ params: personOf(tenant), body: { reason: "odd costs" } }));
    expect(codeOf(await client.createRiskAppeal({ body: { words: "why" } }))).toBe(
      "request.invalid",
    );
    const first = must(await client.createRiskAppeal({ body: { words } }));
    expect(codeOf(await client.createRiskAppeal({ body: { words } }))).toBe("risk.appeal-open");
    const waiting = must(await operator.listHeldUsers({ query: { appeals: "true" } })).users;
    expect(waiting.map(({ appeal }) => appeal?.words)).toEqual([words]);
    const answer = (appealId: string, granted: boolean, text: string) =>
      operator.answerRiskAppeal({
        params: { appeal_id: appealId },
        body: { granted, answer: text },
      });
    must(await answer(first.id, false, "Tell us the course"));
    expect(codeOf(await answer(first.id, true, "Changed my mind"))).toBe("request.not-found");
    expect(codeOf(await submitExport(client))).toBe("risk.frozen");
    const second = must(await client.createRiskAppeal({ body: { words: `${words} Film 101.` } }));
    must(await answer(second.id, true, "Thank you"));
    must(await submitExport(client));
    expect(must(await client.listRiskAppeals()).appeals.map(({ state }) => state)).toEqual([
      "GRANTED",
      "REFUSED",
    ]);
    const { history, user } = must(await operator.getRiskUser({ params: personOf(tenant) }));
    expect(user).toMatchObject({ standing: { state: "clear" }, appeal: null });
    const seen = history.map(({ action, actor, note }) => [action, actor, note]);
    const mail = "demo@cutroom.local";
    expect(seen.toReversed()).toEqual([
      ["frozen", mail, "odd costs"],
      ["appealed", tenant.userId, words],
      ["refused", mail, "Tell us the course"],
      ["appealed", tenant.userId, `${words} Film 101.`],
      ["lifted", mail, "Thank you"],
    ]);
    const change = stack.deps.database.update(riskEvent).set({ note: "nothing" });
    await expect(change).rejects.toThrow(/update "risk_event"/);
  });

  it("is seen by operators in pages that miss nobody, and by nobody else (C4, T2)", async () => {
    const people = [await stack.tenant(), await stack.tenant(), await stack.tenant()];
    for (const one of people) await grey(one);
    const whole = must(await operator.listHeldUsers({ query: { limit: "100" } })).users;
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const query: { after?: string } = after === null ? {} : { after };
      const page: EndpointOutput<"listHeldUsers"> = must(
        await operator.listHeldUsers({ query: { ...query, limit: "2" } }),
      );
      paged.push(...page.users.map((user) => user.user_id));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(whole.map((user) => user.user_id));
    expect(paged).toEqual(expect.arrayContaining(people.map((one) => one.userId)));
    const [stranger] = people;
    if (stranger === undefined) throw new Error("nobody");
    const params = personOf(stranger);
    expect(codeOf(await stranger.client.listHeldUsers())).toBe("request.not-found");
    expect(codeOf(await stranger.client.liftUser({ params, body: { reason: "me" } }))).toBe(
      "request.not-found",
    );
    expect(codeOf(await operator.listHeldUsers({ query: { after: "x" } }))).toBe("request.invalid");
  });
});

it("ends by an operator's word for seven days, whatever is counted (C4)", async () => {
  const tenant = await stack.tenant();
  await grey(tenant);
  must(await operator.liftUser({ params: personOf(tenant), body: { reason: "a school" } }));
  const again = await operator.liftUser({ params: personOf(tenant), body: { reason: "a school" } });
  expect(codeOf(again)).toBe("risk.not-held");
  const projectId = await titleProject(tenant.client, 1);
  // Eleven of the same input would go to the last queue without that word.
  const tiers: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const made = must(await submitExport(tenant.client, projectId));
    tiers.push((await stepOf(stack, made.task_id)).tier);
    must(await tenant.client.cancelTask({ params: { task_id: made.task_id } }));
  }
  expect(tiers).toEqual(Array.from({ length: 12 }, () => 1));
});
