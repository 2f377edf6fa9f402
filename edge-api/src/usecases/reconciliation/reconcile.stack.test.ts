import { asSystem, schema, seedDemo } from "@cutroom/db";
import { BREAK_KINDS } from "@cutroom/domain";
import type { BreakKind } from "@cutroom/domain";
import { ownRedis } from "@cutroom/testkit";
import type { OwnRedis } from "@cutroom/testkit";
import type { Client } from "@cutroom/contracts";
import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deps, LogEntry } from "../../deps.ts";
import { codeOf, must, render, startStack, stepOf, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { compensateTask } from "../ledger/compensate-task.ts";
import { rebuildQuota } from "../quota/rebuild-quota.ts";
import { reconcileDay } from "./reconcile-day.ts";

const { reconciliationBreak } = schema;
const EMAIL = "demo@cutroom.local";
const DAY_MS = 86_400_000;

let redis: OwnRedis;
let stack: Stack;
let owner: Tenant;
let operator: Client;
beforeAll(async () => {
  redis = await ownRedis("builtin");
  stack = await startStack({
    ...redis.env,
    DEMO_SIGN_IN: "1",
    OPERATOR_EMAILS: ` ${EMAIL}, x@y.z`,
  });
  await seedDemo({ databaseUrl: stack.env.DATABASE_URL, wsProxy: stack.env.DATABASE_WS_PROXY });
  operator = await signInDemo();
  owner = await stack.tenant({ plan: "enterprise", credits: 10_000 });
});
afterAll(async () => {
  await stack.stop();
  await redis.stop();
});

async function signInDemo(): Promise<Client> {
  const answer = await stack.app.request("/auth/demo", {
    method: "POST",
    headers: { origin: stack.env.WEB_URL },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
  return stack.clientWith({ cookie });
}

let keys = 0;
async function submit(): Promise<string> {
  const { client } = owner;
  const projectId = await titleProject(client, 1);
  keys += 1;
  const made = await client.createExport({
    body: { project_id: projectId },
    idempotencyKey: `reconcile-${keys}`,
  });
  await stack.settle();
  return must(made).task_id;
}

async function finished(): Promise<string> {
  const taskId = await submit();
  await render(stack, taskId);
  await stack.settle();
  return taskId;
}

/** Changes facts behind the application's back, with every guard switched off. */
async function tamper(...statements: readonly SQL[]): Promise<void> {
  await asSystem(stack.deps.database, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });
}

const later = (ms: number): Deps => ({
  ...stack.deps,
  clock: { ...stack.deps.clock, nowMs: () => stack.deps.clock.nowMs() + ms },
});

async function reconcile(deps: Deps = stack.deps): Promise<void> {
  const run = await reconcileDay(deps, { by: "operator", email: EMAIL });
  const failed = Object.values(run?.checks ?? {}).filter((check) => check.error !== null);
  expect(failed).toEqual([]);
}

const breaksOf = (kind: BreakKind) =>
  stack.deps.database.select().from(reconciliationBreak).where(eq(reconciliationBreak.kind, kind));

const stateOf = async (kind: BreakKind, subject: string) =>
  (await breaksOf(kind)).find((row) => row.subject === subject)?.state;

interface Plant {
  readonly subject: string;
  /** Puts it right again. */
  readonly mend: () => Promise<unknown>;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly credits?: number;
  readonly deps?: Deps;
}

const plants: Readonly<Record<BreakKind, () => Promise<Plant>>> = {
  "export-without-object": async () => {
    const taskId = await finished();
    const task = must(await owner.client.getTask({ params: { task_id: taskId } }));
    const [row] = await stack.deps.database
      .select({ output: schema.task.output })
      .from(schema.task)
      .where(eq(schema.task.id, taskId));
    await stack.deps.store.delete(row?.output?.videoKey ?? "");
    const { settled } = task.credits;
    const body = { credits: settled, reason: "the file is lost" };
    return {
      subject: taskId,
      credits: settled,
      facts: { storedBytes: null },
      mend: async () =>
        must(
          await operator.refundTask({
            params: { task_id: taskId },
            body,
            idempotencyKey: "refund-lost",
          }),
        ),
    };
  },
  "object-without-row": async () => {
    const key = `${owner.tenantId}/steps/step_gone/1/video.mp4`;
    const { url } = await stack.deps.store.presignPut(key, {
      contentType: "video/mp4",
      expiresInS: 60,
    });
    await fetch(url, { method: "PUT", headers: { "content-type": "video/mp4" }, body: "xyz" });
    return {
      subject: key,
      facts: { sizeBytes: 3 },
      deps: later(3 * DAY_MS),
      mend: () => stack.deps.store.delete(key),
    };
  },
  "charge-without-output": async () => {
    const taskId = await finished();
    const [row] = await stack.deps.database
      .select()
      .from(schema.task)
      .where(eq(schema.task.id, taskId));
    await tamper(sql`update task set output = null where id = ${taskId}`);
    const credits = row?.creditsSettled ?? -1;
    // Made good is as good as delivered.
    const good = { direction: "credit", credits, key: "no-output", reason: "no output" } as const;
    return {
      subject: taskId,
      credits,
      mend: async () => void must(await compensateTask(stack.deps, { taskId, ...good })),
    };
  },
  "output-without-charge": async () => {
    const taskId = await finished();
    const set = (state: string) =>
      tamper(
        sql`update reservation set state = ${state}::reservation_state where task_id = ${taskId}`,
      );
    await set("RELEASED");
    return { subject: taskId, facts: { reservation: "RELEASED" }, mend: () => set("SETTLED") };
  },
  "hold-of-ended-task": async () => {
    const taskId = await submit();
    const set = (state: string) =>
      tamper(sql`update task set state = ${state}::task_state where id = ${taskId}`);
    await set("FAILED");
    return { subject: taskId, facts: { state: "FAILED" }, mend: () => set("QUEUED") };
  },
  "hold-too-old": async () => {
    const taskId = await submit();
    const shift = (days: number) =>
      tamper(sql`update reservation set created_at = created_at - make_interval(days => ${days})
        where task_id = ${taskId}`);
    await shift(2);
    return { subject: taskId, mend: () => shift(-2) };
  },
  "balance-drift": async () => {
    const add = (amount: number) =>
      tamper(sql`update ledger_account set balance = balance + ${amount}
        where tenant_id = ${owner.tenantId} and kind = 'spent'`);
    await add(7);
    return { subject: `${owner.tenantId}/spent`, credits: -7, mend: () => add(-7) };
  },
  "chain-broken": async () => {
    const id = `${owner.tenantId}:GRANT:opening/1`;
    const set = (reason: string) =>
      tamper(sql`update ledger_entry set reason = ${reason} where id = ${id}`);
    await set("forged");
    return {
      subject: owner.tenantId,
      facts: { entryId: id, fault: "changed", seq: 1 },
      mend: () => set("plan"),
    };
  },
  "slot-drift": async () => {
    await rebuildQuota(stack.deps);
    const key = `quota:leaked:${owner.tenantId}`;
    const atMs = stack.deps.clock.nowMs() - 3_600_000;
    const set = { key, ttlMs: 0, holds: [{ member: "res_leaked", amount: 1, atMs }] };
    await stack.deps.keyValue.fillSets([set], { replaces: false });
    return {
      subject: key,
      facts: { surplus: 1, missing: 0, example: "res_leaked=1" },
      mend: () => stack.deps.keyValue.adjust("res_leaked", [{ key, amount: null }]),
    };
  },
  "invoice-drift": async () => {
    const taskId = await finished();
    const line = (lineId: string, amountMicros: number) => ({
      line_id: lineId,
      vendor_job_id: "job-1",
      amount_micros: amountMicros,
      currency: "USD",
      charged_at: "2026-01-01T00:00:00Z",
    });
    const invoice = { vendor: "acme", invoice_id: "2026-01" };
    await stack.deps.database.insert(schema.costLine).values({
      tenantId: owner.tenantId,
      taskId,
      kind: "provider_actual",
      key: "job-1",
      amountMicros: 500,
      currency: "USD",
      vendor: "acme",
      vendorJobId: "job-1",
    });
    must(await operator.importVendorInvoice({ body: { ...invoice, lines: [line("1", 400)] } }));
    return {
      subject: "acme/job-1/USD",
      facts: { invoicedMicros: 400, bookedMicros: 500 },
      mend: async () => {
        const body = { ...invoice, lines: [line("1", 400), line("2", 100)] };
        expect(must(await operator.importVendorInvoice({ body }))).toEqual({ stored: 1, known: 1 });
        const other = { ...invoice, lines: [line("1", 401)] };
        expect(codeOf(await operator.importVendorInvoice({ body: other }))).toBe(
          "invoice.line-differs",
        );
      },
    };
  },
  "unknown-too-old": async () => {
    const { id } = await stepOf(stack, await submit());
    const set = (state: string) =>
      tamper(sql`update step set state = ${state}::step_state, attempt = 1,
        started_at = now() - interval '1 hour', request_sent_at = now() - interval '1 hour'
        where id = ${id}`);
    await set("UNKNOWN");
    return { subject: id, facts: { attempt: 1 }, mend: () => set("READY") };
  },
};

describe("the daily reconciliation", () => {
  it("finds nothing where work succeeded, waits, and was cancelled (C6, I9)", async () => {
    await finished();
    await submit();
    const canceled = await submit();
    must(await owner.client.cancelTask({ params: { task_id: canceled } }));
    await stack.settle();
    await rebuildQuota(stack.deps);
    await reconcile();
    expect(await stack.deps.database.select().from(reconciliationBreak)).toEqual([]);
  });

  it.each(BREAK_KINDS.map((kind) => ({ kind })))(
    "finds $kind once, and closes it when it is gone (C6, I9)",
    async ({ kind }) => {
      const plant = await plants[kind]();
      await reconcile(plant.deps);
      await reconcile(plant.deps);
      const rows = (await breaksOf(kind)).filter((row) => row.subject === plant.subject);
      expect(rows).toHaveLength(1);
      const [row] = rows;
      expect(row).toMatchObject({ state: "OPEN", timesOpened: 1 });
      expect(row?.facts).toMatchObject(plant.facts ?? {});
      expect(row?.credits).toBe(plant.credits ?? row?.credits);
      await plant.mend();
      await reconcile(plant.deps);
      expect(await stateOf(kind, plant.subject)).toBe("RESOLVED");
    },
  );

  it("is taken and resolved by a named person with a note, and opens again when it is back (C6)", async () => {
    const plant = await plants["hold-too-old"]();
    await reconcile();
    const listed = must(await operator.listBreaks());
    const found = listed.breaks.find((row) => row.subject === plant.subject);
    if (found === undefined) throw new Error("not listed");
    const params = { break_id: found.id };
    expect(must(await operator.takeBreak({ params }))).toMatchObject({
      state: "TAKEN",
      owner: EMAIL,
    });
    const resolved = must(
      await operator.resolveBreak({ params, body: { note: "released by hand" } }),
    );
    expect(resolved).toMatchObject({ state: "RESOLVED", resolved_by: EMAIL });
    expect(codeOf(await operator.takeBreak({ params }))).toBe("break.resolved");
    await reconcile();
    const again = must(await operator.listBreaks()).breaks.find((row) => row.id === found.id);
    expect(again).toMatchObject({ state: "OPEN", times_opened: 2, owner: null });
    expect(again?.history.map((event) => event.action)).toEqual([
      "found",
      "taken",
      "resolved",
      "returned",
    ]);
    await plant.mend();
    await reconcile();
    const closed = must(await operator.listBreaks({ query: { resolved: "true" } }));
    expect(closed.breaks.map((row) => row.id)).toContain(found.id);
  });

  it("runs once a day by schedule, and whenever an operator asks", async () => {
    const said: LogEntry[] = [];
    const on = (day: string): Deps => ({
      ...stack.deps,
      log: (entry) => said.push(entry),
      clock: { ...stack.deps.clock, nowMs: () => Date.parse(`${day}T03:10:00Z`) },
    });
    const wholes: (boolean | undefined)[] = [];
    for (const day of ["2026-03-01", "2026-03-02"]) {
      const run = await reconcileDay(on(day), { by: "schedule" });
      expect(run?.checks["chain-broken"]?.error).toBeNull();
      wholes.push(run?.checks["chain-broken"]?.whole);
      expect(await reconcileDay(on(day), { by: "schedule" })).toBeNull();
    }
    // Sunday reads every chain from its beginning, Monday what has grown since.
    expect(wholes).toEqual([true, false]);
    const digest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(said).toMatchObject([{ ledger: { digest } }, { ledger: { digest } }]);
    const asked = must(await operator.runReconciliation());
    expect(asked.checks.map((check) => check.kind)).toEqual([...BREAK_KINDS]);
    const { runs } = must(await operator.listReconciliationRuns());
    expect(runs[0]).toMatchObject({ id: asked.id, asked_by: EMAIL });
  });

  it("keeps the other checks when one cannot be made, and says which", async () => {
    const down = new Proxy(stack.deps.store, {
      get: () => () => Promise.reject(new Error("the store is down")),
    });
    const quiet = { ...stack.deps, store: down, log: () => undefined };
    const run = await reconcileDay(quiet, { by: "operator", email: EMAIL });
    expect(run?.checks["export-without-object"]?.error).toMatch(/store is down/);
    expect(run?.checks["chain-broken"]?.error).toBeNull();
  });
});

describe("the operators' endpoints", () => {
  it("are not there for anybody else: a user, a key of an operator, a guest (T2)", async () => {
    expect(codeOf(await owner.client.listBreaks())).toBe("request.not-found");
    expect(codeOf(await stack.clientWith({}).listBreaks())).toBe("auth.required");
    const made = must(
      await operator.createApiKey({ body: { name: "k", scopes: ["exports:read"] } }),
    );
    const byKey = stack.clientWith({ authorization: `Bearer ${made.secret}` });
    expect(codeOf(await byKey.listBreaks())).toBe("request.not-found");
    expect(must(await operator.getAccount()).is_operator).toBe(true);
    expect(must(await byKey.getAccount()).is_operator).toBe(false);
  });

  it("are not there for an address that nobody has proven to be theirs (T2)", async () => {
    const { database } = stack.deps;
    const set = (isVerified: boolean) =>
      database.execute(
        sql`update "user" set email_verified = ${isVerified} where email = ${EMAIL}`,
      );
    await set(false);
    expect(codeOf(await operator.listBreaks())).toBe("request.not-found");
    await set(true);
    expect(codeOf(await operator.listBreaks())).toBe("ok");
  });
});
