/** Who asks for clips in the benchmark of generation, of whom, and the farm that prepares them. */
import { createServer } from "node:http";
import type { Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@cutroom/contracts";
import type { ClaimedStep } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { ModelName, PlanName } from "@cutroom/domain";
import { createApp } from "@cutroom/edge-api/src/app.ts";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { must } from "../../by-api.ts";
import { openWorkspace } from "../campaign-lab.ts";

/** Who is asked, how long a clip, and how much of all that vendors have places for (O2). */
export const VENDOR_SHARES = [
  { model: "kling-3", durationMs: 5_000, slots: 2_400 },
  { model: "wan-2.2", durationMs: 5_000, slots: 1_800 },
  { model: "runway-gen4.5", durationMs: 5_000, slots: 1_500 },
  { model: "self-hosted", durationMs: 5_000, slots: 300 },
] as const satisfies readonly { model: ModelName; durationMs: number; slots: number }[];

/** As many of each as their plans have in a class of service. */
const WORKSPACES: Readonly<Record<PlanName, number>> = { enterprise: 4, paid: 8, free: 8 };

/** Workspaces whose own limits are not what is measured. */
export async function openWorkspaces(deps: Deps): Promise<readonly UserCaller[]> {
  const limits = { maxInFlight: 0, userInFlight: 0, exportsPerMinute: 0, exportsPerDay: 0 };
  const callers: UserCaller[] = [];
  for (const [plan, count] of Object.entries(WORKSPACES) as [PlanName, number][]) {
    for (let index = 0; index < count; index += 1) {
      const has = { film: "own", limits: { ...limits, userCreditsPerMonth: 0 } } as const;
      callers.push((await openWorkspace(deps, `${plan}${index}`, plan, has)).caller);
    }
  }
  return callers;
}

/** Places at vendors, fewer by the factor by which their work is shorter. */
export async function openSlots(deps: Deps, factor: number): Promise<void> {
  for (const { model, slots } of VENDOR_SHARES) {
    const maxInFlight = Math.ceil(slots / factor);
    await deps.database
      .insert(schema.modelCap)
      .values({ pool: "vendor", model, maxInFlight })
      .onConflictDoUpdate({
        target: [schema.modelCap.pool, schema.modelCap.model],
        set: { maxInFlight },
      });
  }
}

/** The API at a port of this machine: vendors call back over the network. */
export async function listen(app: ReturnType<typeof createApp>, port: number): Promise<Server> {
  const server = createServer((asked, answering) => {
    const serve = async (): Promise<void> => {
      const body = await buffer(asked);
      const answer = await app.request(`http://127.0.0.1:${port}${asked.url}`, {
        method: asked.method ?? "GET",
        headers: asked.headers as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      const headers = Object.fromEntries(answer.headers);
      answering.writeHead(answer.status, headers).end(await answer.text());
    };
    serve().catch(() => answering.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}

interface PreparingFarm {
  wake(): void;
  stop(): Promise<void>;
}

const WORKER = "bench-farm";
/** A farm asks with every beat of its own, too. */
const BEAT_MS = 500;
const PROXY = new Uint8Array(40_000);
const FLICKS_PER_SECOND = 705_600_000;
const FACTS = {
  kind: "video",
  duration: 5 * FLICKS_PER_SECOND,
  video: {
    width: 1280,
    height: 720,
    rate: { n: 24, d: 1 },
    frameCount: 120,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
  audio: null,
} as const;

/** Uploads the proxy of a clip that is the `n`-th of its kind; what is told of that. */
async function storeProxy({ attempt, job }: ClaimedStep, n: number) {
  const slot = job.outputs.find((output) => output.name === "proxy");
  if (slot === undefined) throw new Error("an ingest has a proxy");
  const headers = { "content-type": slot.content_type };
  const stored = await fetch(slot.url, { method: "PUT", body: PROXY, headers });
  if (!stored.ok) throw new Error(`the store answered ${stored.status}`);
  const outputs = [{ name: "proxy", size_bytes: PROXY.length, sha256: "a".repeat(64) }];
  const checksum = n.toString(16).padStart(64, "0");
  const result = { kind: "ingest", checksum, facts: FACTS, has_master: false } as const;
  return {
    worker_id: WORKER,
    attempt,
    outputs,
    result: { ...result, filmstrip: null, warnings: [] },
  };
}

/**
 * A farm by its own protocol: it claims, uploads a proxy and completes. Only the work of FFmpeg in
 * between is waiting.
 */
export function startPreparingFarm(deps: Deps, slots: number, lastsMs: number): PreparingFarm {
  const app = createApp(deps);
  const farm = createClient({
    baseUrl: deps.env.API_URL,
    fetch: async (url, init) => app.request(url, init),
    headers: { authorization: `Bearer ${deps.env.FARM_TOKEN}` },
  });
  const running = new Set<Promise<void>>();
  let asking: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let made = 0;

  async function prepare(step: ClaimedStep): Promise<void> {
    await sleep(lastsMs * (0.5 + Math.random()));
    made += 1;
    const params = { step_id: step.step_id };
    must(await farm.completeStep({ params, body: await storeProxy(step, made) }));
  }

  const complain = (error: unknown) => void process.stderr.write(`  farm: ${String(error)}\n`);
  async function ask(): Promise<void> {
    do {
      again = false;
      const limit = Math.min(16, slots - running.size);
      if (limit <= 0 || stopped) return;
      const body = { worker_id: WORKER, pools: ["ingest" as const], limit };
      const { steps } = must(await farm.claimNextStep({ body }));
      for (const step of steps) {
        const work = prepare(step)
          .catch(complain)
          .finally(() => {
            running.delete(work);
            wake();
          });
        running.add(work);
      }
      if (steps.length === limit) again = true;
    } while (again);
  }

  function wake(): void {
    again = true;
    asking ??= ask()
      .catch(complain)
      .finally(() => {
        asking = null;
      });
  }

  const beat = setInterval(wake, BEAT_MS);
  return {
    wake,
    stop: async () => {
      clearInterval(beat);
      stopped = true;
      await asking;
      await Promise.allSettled(running);
    },
  };
}
