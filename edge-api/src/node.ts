/** The API as a Node process. */
import { createHash } from "node:crypto";
import { serve } from "@hono/node-server";
import { WebSocket } from "ws";
import { createApp } from "./app.ts";
import { scheduleHousekeeping } from "./consumers/housekeeping.ts";
import { createDeps } from "./deps.ts";
import type { Deps, LogEntry } from "./deps.ts";
import { readEnv } from "./env.ts";
import { createNodeHop, createNodeOutbound } from "./outbound-node.ts";
import { pause } from "./pause.ts";
import { writeRequests } from "./usecases/service-level/count-requests.ts";
import { flushMilestones } from "./usecases/step/milestones.ts";
import { keepDesk } from "./usecases/vendor/keep-desk.ts";
import {
  guardHouse,
  keepHouse,
  reconcileHouse,
  sweepHouse,
} from "./usecases/housekeeping/keep-house.ts";

const TICK_MS = 3_000;
const TICKS_PER_GUARD = 3;
const TICKS_PER_SWEEP = 20;
const TICKS_PER_RECONCILE = 100;
const FLUSH_MS = 1_000;
/** Streams and long polls are cut after this; clients come back by themselves. */
const DRAIN_MS = 3_000;
/** Longer than clients and proxies keep theirs: who closes first must not be the one who is asked. */
const KEEP_ALIVE_MS = 65_000;

function log(entry: LogEntry): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
}

/** The queue's schedule has minutes as its finest grain; people wait seconds. */
async function tick(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let count = 1; !signal.aborted; count += 1) {
    await pause(TICK_MS, signal);
    if (signal.aborted) return;
    await keepHouse(deps);
    if (count % TICKS_PER_GUARD === 0) await guardHouse(deps);
    if (count % TICKS_PER_SWEEP === 0) await sweepHouse(deps);
    if (count % TICKS_PER_RECONCILE === 0) await reconcileHouse(deps);
  }
}

/** Milestones of the last second, written together (C11). */
async function flush(deps: Deps, signal: AbortSignal): Promise<void> {
  let window: number | null = null;
  while (!signal.aborted) {
    await pause(FLUSH_MS, signal);
    try {
      window = await flushMilestones(deps, window);
    } catch (error) {
      log({ level: "warn", message: "milestones not written", error: String(error) });
    }
  }
}

function main(): void {
  const env = readEnv(process.env);
  const pending = new Set<Promise<unknown>>();
  const { deps, close } = createDeps(env, {
    webSocket: WebSocket,
    sha256: async (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest()),
    outbound: createNodeOutbound,
    hop: createNodeHop,
    log,
    defer: (work) => {
      const settled = work
        .catch((error: unknown) => {
          log({ level: "error", message: "deferred work failed", error: String(error) });
        })
        .finally(() => pending.delete(settled));
      pending.add(settled);
    },
  });
  const stopping = new AbortController();
  const ticking = Promise.all([tick, flush, keepDesk].map((loop) => loop(deps, stopping.signal)));
  const listening = {
    fetch: createApp(deps).fetch,
    port: env.PORT,
    hostname: env.HOST,
    serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
  };
  const server = serve(listening, () =>
    log({ level: "info", message: "edge-api listens", host: env.HOST, port: env.PORT }),
  );
  server.on("error", (error: Error) => {
    log({ level: "error", message: `cannot listen on ${env.HOST}:${env.PORT}: ${error.message}` });
    process.exit(1);
  });
  deps.defer(scheduleHousekeeping(deps));

  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.race([closed, pause(DRAIN_MS, new AbortController().signal)]);
    await ticking;
    await Promise.allSettled(pending);
    await writeRequests(deps);
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
