/** Starts the farm from its environment and ends it gracefully on SIGTERM or SIGINT. */
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { createFarm } from "./deps.ts";
import { readEnv } from "./env.ts";
import type { Reviewer } from "./moderate/reviewer.ts";

/** Short: an orchestrator kills after ten seconds, and a step that stops is queued again. */
const GRACE_MS = 4_000;

function log(event: string, fields: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

async function start(): Promise<void> {
  const env = readEnv();
  const farm = await createFarm(env, log);
  let reviewer: Reviewer | null = null;
  const server = serve(
    { fetch: createApp(farm.app).fetch, port: env.PORT, hostname: env.HOST },
    (address) => {
      log("farm.listening", {
        host: env.HOST,
        port: address.port,
        worker: farm.workerId,
        engine: farm.engine.kind,
        version: farm.engine.version,
        slots: farm.app.slots.total,
        pools: env.FARM_POOLS,
      });
      farm.app.workforce.start();
      reviewer = farm.review?.() ?? null;
    },
  );
  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    log("farm.draining", { signal });
    await Promise.all([farm.app.workforce.drain(GRACE_MS), reviewer?.end()]);
    await farm.engine.close();
    server.close(() => process.exit(0));
    // Kept-alive connections must not hold the process.
    setTimeout(() => process.exit(0), 500).unref();
  };
  process.on("SIGTERM", (signal) => void end(signal));
  process.on("SIGINT", (signal) => void end(signal));
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
