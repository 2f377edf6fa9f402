/** What the stack tests share: the API in this process on a real local cloud. */
import { createClient } from "@cutroom/contracts";
import type { Client } from "@cutroom/contracts";
import { asSystem, grantCredits, openAccounts, schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import type { PlanName, Scope, StepKind } from "@cutroom/domain";
import { testDatabase, titleClip } from "@cutroom/testkit";
import { eq } from "drizzle-orm";
import { WebSocket } from "ws";
import { createApp } from "./app.ts";
import { ALL_SCOPES } from "./caller.ts";
import type { UserCaller } from "./caller.ts";
import type { CrashPoint } from "./crash-points.ts";
import { createDeps } from "./deps.ts";
import type { Deps } from "./deps.ts";
import { readEnv } from "./env.ts";
import { createNodeHop, createNodeOutbound } from "./outbound-node.ts";
import { sampleEnv } from "./sample-env.cases.ts";
import { createApiKey } from "./usecases/api-key/create-api-key.ts";

export interface Tenant {
  readonly tenantId: string;
  readonly userId: string;
  readonly apiKey: string;
  readonly client: Client;
}

export async function startStack(changes: Partial<Record<string, string>> = {}) {
  const database = await testDatabase();
  const env = readEnv({ ...sampleEnv, ...database.env, ...changes });
  const pending = new Set<Promise<unknown>>();
  const problems: unknown[] = [];
  const opened = createDeps(env, {
    webSocket: WebSocket,
    outbound: createNodeOutbound,
    hop: createNodeHop,
    log: (entry) => entry.level === "error" && problems.push(entry),
    defer: (work) => {
      const settled: Promise<unknown> = work
        .catch((error: unknown) => problems.push(String(error)))
        .finally(() => pending.delete(settled));
      pending.add(settled);
    },
  });
  const { deps } = opened;
  const app = createApp(deps);
  const settle = async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
  const clientWith = (headers: Record<string, string>, over: Deps = deps): Client => {
    const served = over === deps ? app : createApp(over);
    return createClient({
      baseUrl: env.API_URL,
      fetch: (url, init) => served.request(url, init),
      headers,
    });
  };
  return {
    deps,
    env,
    app,
    /** Errors that were logged: a test that expects none checks it. */
    problems,
    clientWith,
    /** Asks once nothing is under way any more: a claim passes over what is just being queued. */
    farm: createClient({
      baseUrl: env.API_URL,
      fetch: async (url, init) => {
        await settle();
        return app.request(url, init);
      },
      headers: { authorization: `Bearer ${env.FARM_TOKEN}` },
    }),
    settle,
    stop: async () => {
      await settle();
      await opened.close();
      await database.drop();
    },
    tenant: (options: Parameters<typeof makeTenant>[2] = {}) =>
      makeTenant(deps, clientWith, options),
  };
}
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** A user with a workspace, a balance and an API key. */
async function makeTenant(
  deps: Deps,
  clientWith: (headers: Record<string, string>) => Client,
  options: { plan?: PlanName; credits?: number; scopes?: readonly Scope[] },
): Promise<Tenant> {
  const plan = options.plan ?? "paid";
  const userId = deps.ids.next("user");
  const tenantId = deps.ids.next("tenant");
  const email = `${userId}@example.com`;
  await asSystem(deps.database, async (tx) => {
    await tx.insert(schema.user).values({ id: userId, name: "Test", email });
    await tx.insert(schema.tenant).values({ id: tenantId, name: "Test", plan });
    await tx.insert(schema.membership).values({ tenantId, userId, role: "owner" });
    await openAccounts(tx, tenantId);
    const amount = options.credits ?? 1_000;
    await grantCredits(tx, { tenantId, amount, cause: "opening", reason: "plan" });
  });
  const caller: UserCaller = {
    kind: "user",
    userId,
    userName: "Test",
    email,
    tenantId,
    tenantName: "Test",
    plan: planLimits[plan],
    scopes: ALL_SCOPES,
    credentialId: "test",
  };
  const made = await createApiKey(deps, caller, {
    name: "test",
    scopes: options.scopes ?? ALL_SCOPES,
  });
  const apiKey = made.value.secret;
  return { tenantId, userId, apiKey, client: clientWith({ authorization: `Bearer ${apiKey}` }) };
}

/** The same parts, of a process that dies at `point`: what follows it never happens. */
export function dyingAt(deps: Deps, point: CrashPoint): Deps {
  return {
    ...deps,
    reach: async (reached) => {
      if (reached === point) throw new Error(`died at ${point}`);
    },
  };
}

/** The value, or the test fails with the problem's code. */
export function must<T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.failure)}`);
  return result.value;
}

export function codeOf(
  result: { ok: true; value: unknown } | { ok: false; failure: { code: string } },
): string {
  return result.ok ? "ok" : result.failure.code;
}

const FLICKS_PER_SECOND = 705_600_000;

/** A project of one title: exports need no media. */
export async function titleProject(client: Client, seconds: number): Promise<string> {
  const empty = must(await client.createProject({ body: { name: "Titles" } }));
  const track = Object.values(empty.document.tracks).find((entry) => entry.kind === "text");
  if (track === undefined) throw new Error("a new project has a text track");
  const durationFlicks = seconds * FLICKS_PER_SECOND;
  const clip = titleClip({ id: "title-1", trackId: track.id, durationFlicks });
  must(
    await client.patchProject({
      params: { project_id: empty.id },
      body: { base_revision: 0, ops: [{ path: ["clips", "title-1"], value: clip }] },
    }),
  );
  return empty.id;
}

/** The task's step, of this kind when it has several. */
export async function stepOf(stack: Stack, taskId: string, kind?: StepKind) {
  const { step } = schema;
  const rows = await stack.deps.database.select().from(step).where(eq(step.taskId, taskId));
  const row = rows.find((one) => kind === undefined || one.kind === kind);
  if (row === undefined) throw new Error("no step");
  return row;
}

const sha = "a".repeat(64);

/** Uploads `bytes` to a slot of a claimed step, as a worker does. */
export async function putOutput(
  job: { outputs: readonly { name: string; url: string; content_type: string }[] },
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const slot = job.outputs.find((output) => output.name === name);
  if (slot === undefined) throw new Error(`no slot ${name}`);
  const stored = await fetch(slot.url, {
    method: "PUT",
    body: bytes,
    headers: { "content-type": slot.content_type },
  });
  if (!stored.ok) throw new Error(`PUT ${stored.status}: ${await stored.text()}`);
  return { name, size_bytes: bytes.length, sha256: sha };
}

const videoFacts = {
  kind: "video",
  duration: FLICKS_PER_SECOND,
  video: {
    width: 320,
    height: 180,
    rate: { n: 30, d: 1 },
    frameCount: 30,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
  audio: null,
} as const;

export const stillFacts = {
  ...videoFacts,
  kind: "image",
  video: { ...videoFacts.video, rate: { n: 1, d: 1 }, frameCount: 1, range: "pc" },
} as const;

export const ingestOutcome = {
  kind: "ingest" as const,
  facts: videoFacts,
  has_master: false,
  filmstrip: null,
  warnings: [],
};

/** Plays the farm for an ingest: claims, stores the proxy, completes. */
export async function ingest(
  stack: Stack,
  taskId: string,
  checksum: string,
  facts: typeof videoFacts | typeof stillFacts = videoFacts,
): Promise<void> {
  const step = await stepOf(stack, taskId, "ingest");
  const claimed = must(
    await stack.farm.claimStep({ params: { step_id: step.id }, body: { worker_id: "w1" } }),
  );
  const outputs = [await putOutput(claimed.job, "proxy", new Uint8Array([1, 2, 3]))];
  must(
    await stack.farm.completeStep({
      params: { step_id: step.id },
      body: {
        worker_id: "w1",
        attempt: claimed.attempt,
        outputs,
        result: { ...ingestOutcome, checksum, facts },
      },
    }),
  );
}

export const exportOutcome = {
  kind: "export",
  width: 1280,
  height: 720,
  frame_count: 30,
  duration_ms: 1_000,
  engine: "test",
  cpu_ms: 5,
} as const;

/** Plays the farm for an export: claims, stores the video, completes. */
export async function render(stack: Stack, taskId: string): Promise<void> {
  const step = await stepOf(stack, taskId);
  const claimed = must(
    await stack.farm.claimStep({ params: { step_id: step.id }, body: { worker_id: "w1" } }),
  );
  const outputs = [await putOutput(claimed.job, "video", new Uint8Array([9, 9, 9, 9]))];
  must(
    await stack.farm.completeStep({
      params: { step_id: step.id },
      body: { worker_id: "w1", attempt: claimed.attempt, outputs, result: exportOutcome },
    }),
  );
}
