import { API_QUEUE_PATH } from "@cutroom/contracts";
import type { HouseJob, QueueMessage } from "@cutroom/contracts";
import { LEASE_SCAN_MS } from "@cutroom/domain";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import {
  askVendorsByQueue,
  keepHouse,
  reconcileHouse,
  scanByQueue,
  sweepHouse,
} from "../usecases/housekeeping/keep-house.ts";
import { reconcileDay } from "../usecases/reconciliation/reconcile-day.ts";
import { isNew, receive } from "./receive.ts";

/** The queue knocks for these, also when no process of ours keeps a ticker. */
const SCHEDULES: readonly { readonly id: string; readonly cron: string; readonly job: HouseJob }[] =
  [
    { id: "cutroom-housekeeping", cron: "* * * * *", job: "minute" },
    { id: "cutroom-quota", cron: "*/5 * * * *", job: "quota" },
    { id: "cutroom-day", cron: "10 3 * * *", job: "day" },
  ];

const MINUTE_MS = 60_000;
const messageOf = (job: HouseJob): string =>
  JSON.stringify({ type: "housekeeping", job } satisfies QueueMessage);

/**
 * A schedule's finest grain is a minute; the lease scan is due every ten seconds. So each minute
 * asks for the scans until the next one, under ids that make a repeated minute ask for nothing.
 */
async function askForScans(deps: Deps): Promise<void> {
  const minute = Math.floor(deps.clock.nowMs() / MINUTE_MS);
  const delays = Array.from(
    { length: MINUTE_MS / LEASE_SCAN_MS - 1 },
    (_, index) => ((index + 1) * LEASE_SCAN_MS) / 1000,
  );
  await Promise.all(
    delays.map((delayS) =>
      deps.queue.publish({
        url: deps.env.API_URL + API_QUEUE_PATH,
        body: messageOf("leases"),
        deduplicationId: `lease-scan:${minute}:${delayS}`,
        delayS,
        retries: 0,
      }),
    ),
  );
}

const jobs: Readonly<Record<HouseJob, (deps: Deps) => Promise<unknown>>> = {
  leases: async (deps) => {
    await scanByQueue(deps);
    await askVendorsByQueue(deps);
  },
  minute: async (deps) => {
    await askForScans(deps);
    await keepHouse(deps);
    await sweepHouse(deps);
  },
  quota: reconcileHouse,
  day: (deps) => reconcileDay(deps, { by: "schedule" }),
};

/** A delivery of one of the schedules. */
export async function receiveHousekeeping(context: Context<AppEnv>): Promise<Response> {
  const message = await receive(context, { path: API_QUEUE_PATH, type: "housekeeping" });
  if (message instanceof Response) return message;
  const deps = context.get("deps");
  if (await isNew(deps, context.req.header("upstash-message-id"))) await jobs[message.job](deps);
  return context.json({ ok: true });
}

/** Makes or replaces the schedules; repeating it changes nothing. */
export async function scheduleHousekeeping(deps: Deps): Promise<void> {
  for (const { id, cron, job } of SCHEDULES) {
    const url = deps.env.API_URL + API_QUEUE_PATH;
    await deps.queue.schedule({ id, url, cron, body: messageOf(job) });
  }
}
