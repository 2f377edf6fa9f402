/** The people and the farm of the campaign benchmark: workspaces with a film each, and slots. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { asSystem, grantCredits, openAccounts, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { limitsOf } from "@cutroom/domain";
import type { Contract, PlanName } from "@cutroom/domain";
import { ALL_SCOPES } from "@cutroom/edge-api/src/caller.ts";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { claimNextStep } from "@cutroom/edge-api/src/usecases/step/claim-next-step.ts";
import { endStep } from "@cutroom/edge-api/src/usecases/step/end-step.ts";
import { titleClip } from "@cutroom/testkit";
import { documentDuration, newProject, sequenceAssets } from "@cutroom/timeline";

const CREDITS = 100_000;
const FLICKS_PER_SECOND = 705_600_000;
const NONE: Contract = {
  maxInFlight: null,
  userInFlight: null,
  exportsPerMinute: null,
  exportsPerDay: null,
  userCreditsPerMonth: null,
  tenantCreditsPerMinute: null,
  tenantCreditsPerDay: null,
  tenantCreditsPerMonth: null,
};

export interface Person {
  readonly caller: UserCaller;
  readonly projectId: string;
}

const DURATION_FLICKS = 5 * FLICKS_PER_SECOND;

/** What one makes alone: a title of five seconds. */
function ownFilm() {
  const clip = titleClip({ id: "title", trackId: "text-1", durationFlicks: DURATION_FLICKS });
  return { ...newProject(), clips: { title: clip } };
}

/** The template: five seconds of one sound, the same bytes for all who use it. */
async function copyTemplate(tx: Transaction, { tenantId, userId }: UserCaller) {
  const id = `asset_of_${tenantId}`;
  const times = { startsAt: 0, duration: DURATION_FLICKS };
  const facts = {
    kind: "audio",
    duration: DURATION_FLICKS,
    video: null,
    audio: { sampleRate: 48_000, channels: 2, loudnessLufs: null, ...times },
  } as const;
  const checksum = "a".repeat(64);
  await tx.insert(schema.asset).values({
    id,
    tenantId,
    userId,
    name: "template.wav",
    state: "READY",
    sizeBytes: 10,
    contentType: "audio/wav",
    checksum,
    originalKey: `${tenantId}/original`,
    masterKey: `${tenantId}/master`,
    facts,
  });
  const made = sequenceAssets([{ assetId: id, checksum, name: "template.wav", facts }]);
  if (!made.ok) throw new Error(`no template: ${made.failure.code}`);
  return made.value;
}

/** A workspace of one person, with a film of its own or a copy of what everybody wants. */
export async function openWorkspace(
  deps: Deps,
  name: string,
  plan: PlanName,
  has: { readonly film: "own" | "template"; readonly limits: Partial<Contract> },
): Promise<Person> {
  const [tenantId, userId, projectId] = [`tenant_${name}`, `user_${name}`, `project_${name}`];
  const contract = { ...NONE, ...has.limits };
  const caller: UserCaller = {
    kind: "user",
    userId,
    userName: name,
    email: `${name}@example.com`,
    tenantId,
    tenantName: name,
    plan: limitsOf(plan, contract),
    scopes: ALL_SCOPES,
    credentialId: name,
  };
  await asSystem(deps.database, async (tx) => {
    await tx.insert(schema.tenant).values({ id: tenantId, name, plan });
    await tx.insert(schema.tenantContract).values({ tenantId, ...contract });
    await openAccounts(tx, tenantId);
    await grantCredits(tx, { tenantId, amount: CREDITS, cause: "bench", reason: "bench" });
    const document = has.film === "own" ? ownFilm() : await copyTemplate(tx, caller);
    const { settings } = document;
    const duration = documentDuration(document);
    await tx
      .insert(schema.project)
      .values({ id: projectId, tenantId, userId, name, revision: 0, settings, duration });
    await tx
      .insert(schema.projectRevision)
      .values({ projectId, revision: 0, tenantId, document, ops: null });
  });
  return { caller, projectId };
}

/** Where wake-ups arrive. */
export async function listenForWakes() {
  let onWake: () => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = 202;
    response.end("{}");
    onWake();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    listen: (wake: () => void) => (onWake = wake),
    close: () => server.close(),
  };
}

export interface Farm {
  /** When each task ended, by its id. */
  readonly endedAtMs: ReadonlyMap<string, number>;
  wake(): void;
  /** Takes no more work and waits for what runs. */
  stop(): Promise<void>;
}

const WORKER = "campaign-farm";
/** A farm asks with every beat of its own, too. */
const BEAT_MS = 500;

/** A farm of so many slots whose work is waiting: by the real claim and the real end. */
export function startFarm(deps: Deps, slots: number, lastsMs: () => number): Farm {
  const endedAtMs = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let asking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function run(step: { step_id: string; task_id: string; attempt: number }): Promise<void> {
    await sleep(lastsMs());
    const by = { stepId: step.step_id, workerId: WORKER, attempt: step.attempt };
    if (await endStep(deps, by, { kind: "succeeded", result: {} })) {
      endedAtMs.set(step.task_id, performance.now());
    }
  }

  async function ask(): Promise<void> {
    do {
      again = false;
      const limit = slots - running.size;
      if (limit <= 0 || stopped) return;
      const claimed = await claimNextStep(deps, { workerId: WORKER, pools: ["render"], limit });
      for (const step of claimed.ok ? claimed.value.steps : []) {
        const work = run(step).finally(() => {
          running.delete(work);
          wake();
        });
        running.add(work);
      }
    } while (again);
  }

  function wake(): void {
    again = true;
    asking ??= ask()
      .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
      .finally(() => {
        asking = null;
      });
  }

  const beat = setInterval(wake, BEAT_MS);
  return {
    endedAtMs,
    wake,
    stop: async () => {
      clearInterval(beat);
      stopped = true;
      await asking;
      await Promise.allSettled(running);
    },
  };
}
