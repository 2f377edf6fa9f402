/** Applies what vendors called back with, in whatever order it came (G3). */
import {
  acceptVendorJob,
  asSystem,
  closeCallbacks,
  lockVendorJob,
  takeOpenCallbacks,
} from "@cutroom/db";
import type { OpenCallback, Transaction, VendorJobRow } from "@cutroom/db";
import type { VendorStatus } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { followNews, hearLocked } from "./hear-status.ts";

const LIMIT = 200;
/** The callback tells it all; asking is for when it does not. */
const ASK_AFTER_MS = 15_000;

/** What a vendor says under a number that is not the one it gave: it has made two of one. */
function isStranger(job: VendorJobRow, callback: OpenCallback): boolean {
  return job.vendorJobId !== null && job.vendorJobId !== callback.vendorJobId;
}

async function applyToJob(
  deps: Deps,
  tx: Transaction,
  requestId: string,
  callbacks: readonly OpenCallback[],
): Promise<VendorJobRow | null> {
  const [first] = callbacks;
  const locked = await lockVendorJob(tx, requestId);
  if (first === undefined || locked === null) return null;
  const { vendor } = first;
  const close = (which: readonly OpenCallback[], outcome: "applied" | "stale") =>
    closeCallbacks(tx, { vendor, eventIds: which.map((one) => one.eventId), outcome });
  const jobId = locked.vendorJobId ?? first.vendorJobId;
  const strangers = callbacks.filter((one) => isStranger({ ...locked, vendorJobId: jobId }, one));
  if (strangers.length > 0) {
    deps.log({ level: "error", message: "a vendor has two jobs of one request", id: requestId });
    await close(strangers, "stale");
  }
  const own = callbacks.filter((one) => !strangers.includes(one));
  if (jobId !== null && locked.vendorJobId === null) {
    // It came before the answer to the submit, or instead of it.
    await acceptVendorJob(tx, { id: requestId, handle: { jobId }, nextPollMs: ASK_AFTER_MS });
  }
  const job = (await lockVendorJob(tx, requestId)) ?? locked;
  const statuses = own.map((one) => one.status as VendorStatus);
  const heard = job.state === "ACCEPTED" ? await hearLocked(tx, job, statuses) : null;
  await close(own, heard === null ? "stale" : "applied");
  return heard;
}

async function applySome(deps: Deps): Promise<{ taken: number; heard: readonly VendorJobRow[] }> {
  return asSystem(deps.database, async (tx) => {
    const open = await takeOpenCallbacks(tx, LIMIT);
    const heard: VendorJobRow[] = [];
    // By id, so that two who apply at once lock jobs in one order.
    const ids = [...new Set(open.map((one) => one.requestId))].toSorted((a, b) =>
      (a ?? "").localeCompare(b ?? ""),
    );
    for (const requestId of ids) {
      const callbacks = open.filter((one) => one.requestId === requestId);
      const [first] = callbacks;
      if (requestId === null && first !== undefined) {
        const eventIds = callbacks.map((one) => one.eventId);
        await closeCallbacks(tx, { vendor: first.vendor, eventIds, outcome: "nobody" });
      }
      const job = requestId === null ? null : await applyToJob(deps, tx, requestId, callbacks);
      if (job !== null) heard.push(job);
    }
    return { taken: open.length, heard };
  });
}

/** Everything that is open, a few hundred at a time; how many callbacks were looked at. */
export async function applyCallbacks(deps: Deps): Promise<number> {
  let total = 0;
  for (;;) {
    const { taken, heard } = await applySome(deps);
    total += taken;
    for (const job of heard) await followNews(deps, job);
    if (taken < LIMIT) return total;
  }
}
