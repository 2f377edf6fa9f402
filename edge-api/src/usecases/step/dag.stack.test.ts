import { asSystem, claimSteps, noteRequest, reserveCredits, schema } from "@cutroom/db";
import { LEASE_MS, planLimits } from "@cutroom/domain";
import type { PlannedStep } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_SCOPES } from "../../caller.ts";
import type { UserCaller } from "../../caller.ts";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { keepHouse } from "../housekeeping/keep-house.ts";
import { createTask } from "../task/create-task.ts";
import { endStep } from "./end-step.ts";
import { resolveUnknownStep } from "./resolve-unknown-step.ts";

const { deadLetter, ledgerEntry, outbox, reservation, step, stepLease, task } = schema;
const CREDITS = 7;
let stack: Stack;
let tenant: Tenant;
let caller: UserCaller;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant({ plan: "enterprise", credits: 10_000 });
  caller = {
    kind: "user",
    userId: tenant.userId,
    userName: "Test",
    email: "test@example.com",
    tenantId: tenant.tenantId,
    tenantName: "Test",
    plan: planLimits.enterprise,
    scopes: ALL_SCOPES,
    credentialId: "test",
  };
});
afterAll(() => stack.stop());

const planned = (name: string, ...needs: string[]): PlannedStep => ({
  name,
  kind: "generate",
  inputDigest: name,
  needs,
});
const DIAMOND = [
  planned("prepare"),
  planned("a", "prepare"),
  planned("b", "prepare"),
  planned("join", "a", "b"),
];

/** A task as a submit leaves it, with its wake-ups published. */
async function begin(steps: readonly PlannedStep[]): Promise<string> {
  const taskId = await asSystem(stack.deps.database, async (tx) => {
    const { tenantId } = caller;
    const wanted = { caller, scene: "generate", inputDigest: "x", credits: CREDITS } as const;
    const id = await createTask(stack.deps, tx, { ...wanted, steps });
    const reservationId = stack.deps.ids.next("res");
    await reserveCredits(tx, { tenantId, taskId: id, reservationId, amount: CREDITS });
    return id;
  });
  await stack.deps.database
    .update(outbox)
    .set({ createdAt: sql`now() - interval '1 minute'` })
    .where(eq(outbox.taskId, taskId));
  await keepHouse(stack.deps);
  return taskId;
}

async function stepNamed(taskId: string, name: string) {
  const rows = await stack.deps.database
    .select()
    .from(step)
    .where(and(eq(step.taskId, taskId), eq(step.inputDigest, name)));
  const row = rows[0];
  if (row === undefined) throw new Error(`no step ${name}`);
  return row;
}

/** Takes the lease of one step; null when it may not start. */
async function take(taskId: string, name: string, workerId = `w-${name}`) {
  const { id: stepId } = await stepNamed(taskId, name);
  const [claimed] = await claimSteps(stack.deps.database, {
    pool: "C",
    workerId,
    limit: 1,
    leaseMs: LEASE_MS,
    stepId,
  });
  return claimed === undefined ? null : { stepId, workerId, attempt: claimed.attempt };
}

async function mustTake(taskId: string, name: string) {
  const fence = await take(taskId, name);
  if (fence === null) throw new Error(`${name} cannot be claimed`);
  return fence;
}

const succeed = (fence: Awaited<ReturnType<typeof mustTake>>) =>
  endStep(stack.deps, fence, { kind: "succeeded", result: { by: fence.workerId } });
const fault = { kind: "failed", retryable: true, code: "RENDER_FAILED", internal: "oom" } as const;

async function statesOf(taskId: string): Promise<Record<string, string>> {
  const rows = await stack.deps.database.select().from(step).where(eq(step.taskId, taskId));
  return Object.fromEntries(rows.map((row) => [row.inputDigest, row.state]));
}

async function taskRow(taskId: string) {
  const [row] = await stack.deps.database.select().from(task).where(eq(task.id, taskId));
  if (row === undefined) throw new Error("no task");
  return row;
}

async function reservationOf(taskId: string) {
  const rows = await stack.deps.database
    .select()
    .from(reservation)
    .where(eq(reservation.taskId, taskId));
  return rows[0]?.state;
}

async function runOut(stepId: string): Promise<void> {
  await stack.deps.database
    .update(stepLease)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(stepLease.stepId, stepId));
}

async function dueNow(taskId: string): Promise<void> {
  await stack.deps.database
    .update(step)
    .set({ runAt: sql`now()` })
    .where(eq(step.taskId, taskId));
}

describe("a task of many steps", () => {
  it("runs each when what it needs is there, and ends once, with the last (C2)", async () => {
    const taskId = await begin(DIAMOND);
    expect(await take(taskId, "a")).toBeNull();
    expect(await succeed(await mustTake(taskId, "prepare"))).toBe(true);
    expect(await statesOf(taskId)).toEqual({
      prepare: "SUCCEEDED",
      a: "READY",
      b: "READY",
      join: "NEW",
    });
    expect((await taskRow(taskId)).state).toBe("RUNNING");
    const [a, b] = [await mustTake(taskId, "a"), await mustTake(taskId, "b")];
    await succeed(a);
    expect((await stepNamed(taskId, "join")).state).toBe("NEW");
    expect((await taskRow(taskId)).progress).toBe(50);
    await succeed(b);
    expect(await reservationOf(taskId)).toBe("HELD");
    await succeed(await mustTake(taskId, "join"));
    const done = await taskRow(taskId);
    expect(done.state).toBe("SUCCEEDED");
    expect(done.creditsSettled).toBe(CREDITS);
    const wakes = await stack.deps.database.select().from(outbox).where(eq(outbox.taskId, taskId));
    expect(wakes).toHaveLength(DIAMOND.length);
  });

  it("readies a joining step once when what it needs ends at the same time (C2)", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const taskId = await begin(DIAMOND);
      await succeed(await mustTake(taskId, "prepare"));
      const both = [await mustTake(taskId, "a"), await mustTake(taskId, "b")];
      expect(await Promise.all(both.map((fence) => succeed(fence)))).toEqual([true, true]);
      await succeed(await mustTake(taskId, "join"));
      expect((await taskRow(taskId)).state).toBe("SUCCEEDED");
    }
  });

  it("stops its other steps when one fails for good; their late results are dropped (C1, C8)", async () => {
    const taskId = await begin(DIAMOND);
    await succeed(await mustTake(taskId, "prepare"));
    const [a, b] = [await mustTake(taskId, "a"), await mustTake(taskId, "b")];
    await endStep(stack.deps, b, { ...fault, retryable: false, code: "VERIFY_FAILED" });
    expect(await statesOf(taskId)).toEqual({
      prepare: "SUCCEEDED",
      a: "EXPIRED",
      b: "FAILED",
      join: "EXPIRED",
    });
    const failed = await taskRow(taskId);
    expect([failed.state, failed.failureCode, failed.failureClass]).toEqual([
      "FAILED",
      "VERIFY_FAILED",
      "platform",
    ]);
    expect(await reservationOf(taskId)).toBe("RELEASED");
    expect(await succeed(a)).toBe(false);
    expect((await taskRow(taskId)).version).toBe(failed.version);
  });

  it("spends one retry budget over all its steps, then is a dead letter and free (C10)", async () => {
    const taskId = await begin(DIAMOND);
    await endStep(stack.deps, await mustTake(taskId, "prepare"), fault);
    expect((await taskRow(taskId)).state).toBe("QUEUED");
    await dueNow(taskId);
    await succeed(await mustTake(taskId, "prepare"));
    const [a, b] = [await mustTake(taskId, "a"), await mustTake(taskId, "b")];
    await endStep(stack.deps, a, fault);
    expect((await taskRow(taskId)).state).toBe("RUNNING");
    await endStep(stack.deps, b, fault);
    expect((await taskRow(taskId)).state).toBe("FAILED");
    expect(await reservationOf(taskId)).toBe("RELEASED");
    const letters = await stack.deps.database
      .select()
      .from(deadLetter)
      .where(eq(deadLetter.taskId, taskId));
    expect(letters).toMatchObject([{ cause: "RENDER_FAILED", internal: "oom", attempts: 1 }]);
  });

  it("starts nothing more once it is to be canceled, and waits for what runs (C1)", async () => {
    const taskId = await begin(DIAMOND);
    await succeed(await mustTake(taskId, "prepare"));
    const a = await mustTake(taskId, "a");
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect((await taskRow(taskId)).state).toBe("RUNNING");
    expect(await take(taskId, "b")).toBeNull();
    await endStep(stack.deps, a, { kind: "stopped" });
    expect((await taskRow(taskId)).state).toBe("CANCELED");
    expect(await reservationOf(taskId)).toBe("RELEASED");
  });

  it("is canceled at once between two steps (C1)", async () => {
    const taskId = await begin(DIAMOND);
    await succeed(await mustTake(taskId, "prepare"));
    const canceled = must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect(canceled.state).toBe("CANCELED");
    expect(Object.values(await statesOf(taskId)).toSorted()).toEqual([
      "EXPIRED",
      "EXPIRED",
      "EXPIRED",
      "SUCCEEDED",
    ]);
  });

  it("is given up after its deadline although steps of it only wait (C10)", async () => {
    const taskId = await begin(DIAMOND);
    await succeed(await mustTake(taskId, "prepare"));
    await stack.deps.database
      .update(task)
      .set({ deadlineAt: sql`now() - interval '1 second'` })
      .where(eq(task.id, taskId));
    await keepHouse(stack.deps);
    const late = await taskRow(taskId);
    expect([late.state, late.failureCode]).toEqual(["FAILED", "DEADLINE"]);
    expect(await reservationOf(taskId)).toBe("RELEASED");
    const letters = await stack.deps.database
      .select()
      .from(deadLetter)
      .where(eq(deadLetter.taskId, taskId));
    expect(letters).toMatchObject([{ cause: "DEADLINE", state: "OPEN" }]);
  });
});

/** A step whose request has left, and whose worker has fallen silent. */
async function doubt(name = "vendor") {
  const taskId = await begin([planned(name)]);
  const fence = await mustTake(taskId, name);
  const noted = await asSystem(stack.deps.database, (tx) =>
    noteRequest(tx, { ...fence, key: `key-${taskId}` }),
  );
  expect(noted).toEqual({ key: `key-${taskId}` });
  await runOut(fence.stepId);
  await keepHouse(stack.deps);
  return { taskId, ...fence };
}

describe("a doubt about a vendor's job", () => {
  it("is no failure: nobody runs the step again and its money stays held (I3, C6, C8)", async () => {
    const { taskId, stepId } = await doubt();
    expect((await stepNamed(taskId, "vendor")).state).toBe("UNKNOWN");
    await keepHouse(stack.deps);
    expect(await take(taskId, "vendor")).toBeNull();
    const asked = must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect(asked.state).toBe("RUNNING");
    expect(await reservationOf(taskId)).toBe("HELD");
    must(await resolveUnknownStep(stack.deps, stepId, { kind: "absent", internal: "asked" }));
    expect((await taskRow(taskId)).state).toBe("CANCELED");
    expect(await reservationOf(taskId)).toBe("RELEASED");
  });

  it("ends with the vendor's result as one success and one charge (F104, F107)", async () => {
    const { taskId, stepId } = await doubt();
    const verdict = { kind: "succeeded", result: { url: "stored" } } as const;
    const answers = await Promise.all(
      [1, 2, 3].map(() => resolveUnknownStep(stack.deps, stepId, verdict)),
    );
    expect(answers.map(codeOf).filter((code) => code === "ok")).toHaveLength(1);
    expect((await taskRow(taskId)).state).toBe("SUCCEEDED");
    const charges = await stack.deps.database
      .select()
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.taskId, taskId), eq(ledgerEntry.account, "spent")));
    expect(charges.map((entry) => entry.amount)).toEqual([CREDITS]);
  });

  it("becomes another try only by proof of absence, under the same key (G2)", async () => {
    const { taskId, stepId } = await doubt();
    must(await resolveUnknownStep(stack.deps, stepId, { kind: "absent", internal: "listed" }));
    const row = await stepNamed(taskId, "vendor");
    expect([row.state, row.requestSentAt]).toEqual(["RETRY_WAIT", null]);
    expect((await taskRow(taskId)).state).toBe("QUEUED");
    await dueNow(taskId);
    const again = await mustTake(taskId, "vendor");
    expect(again.attempt).toBe(2);
    const noted = await asSystem(stack.deps.database, (tx) =>
      noteRequest(tx, { ...again, key: "another" }),
    );
    expect(noted).toEqual({ key: `key-${taskId}` });
  });

  it("keeps a failing task and its money open until it is resolved (C1, F104)", async () => {
    const taskId = await begin([planned("vendor"), planned("other")]);
    const [vendor, other] = [await mustTake(taskId, "vendor"), await mustTake(taskId, "other")];
    await asSystem(stack.deps.database, (tx) => noteRequest(tx, { ...vendor, key: "k" }));
    await endStep(stack.deps, other, { ...fault, retryable: false });
    expect((await taskRow(taskId)).state).toBe("RUNNING");
    expect(await reservationOf(taskId)).toBe("HELD");
    expect(await succeed(vendor)).toBe(true);
    expect((await taskRow(taskId)).state).toBe("FAILED");
    expect(await reservationOf(taskId)).toBe("RELEASED");
  });

  it("is stored by the holder of the lease alone (C8)", async () => {
    const taskId = await begin([planned("vendor")]);
    const fence = await mustTake(taskId, "vendor");
    const note = (over: object) =>
      asSystem(stack.deps.database, (tx) => noteRequest(tx, { ...fence, key: "k", ...over }));
    expect(await note({ workerId: "else" })).toBeNull();
    expect(await note({ attempt: 2 })).toBeNull();
    expect((await stepNamed(taskId, "vendor")).requestSentAt).toBeNull();
  });
});

describe("a worker that never ends", () => {
  it("loses its step after the limit of one attempt, however it keeps the lease (C8)", async () => {
    const taskId = await begin([planned("stuck")]);
    const fence = await mustTake(taskId, "stuck");
    await stack.deps.database
      .update(step)
      .set({ startedAt: sql`now() - interval '1 day'` })
      .where(eq(step.id, fence.stepId));
    await keepHouse(stack.deps);
    const row = await stepNamed(taskId, "stuck");
    expect([row.state, row.failureCode]).toEqual(["RETRY_WAIT", "DEADLINE"]);
    expect(await succeed(fence)).toBe(false);
  });
});
