import { asSystem, lockVendorJob, writeVendorNews } from "@cutroom/db";
import type { Transaction, VendorJobRow } from "@cutroom/db";
import { hearOfVendorJob, isVendorJobOver } from "@cutroom/domain";
import type { VendorJobNews, VendorStatus } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { noteProgress } from "../step/progress.ts";
import { tellEnd } from "./tell-end.ts";

export function newsOf(job: VendorJobRow): VendorJobNews {
  const { state, stage, progress, outputs, failure, costMicros, currency } = job;
  const cost = costMicros === null ? null : { amountMicros: costMicros, currency };
  return { state, stage, progress, outputs, failure, cost };
}

/** Applies news of a job whose row is locked; the job as it stands then, null when it was over. */
export async function hearLocked(
  tx: Transaction,
  job: VendorJobRow,
  statuses: readonly VendorStatus[],
): Promise<VendorJobRow | null> {
  const before = newsOf(job);
  if (isVendorJobOver(before.state)) return null;
  const after = statuses.reduce(hearOfVendorJob, before);
  if (after !== before) await writeVendorNews(tx, job.id, after);
  const { cost, ...facts } = after;
  return { ...job, ...facts, costMicros: cost?.amountMicros ?? null };
}

/** What follows once the news is committed: the end of the step, or how far it is. */
export async function followNews(deps: Deps, job: VendorJobRow): Promise<void> {
  if (isVendorJobOver(job.state)) await tellEnd(deps, job);
  else if (job.progress > 0) await noteProgress(deps, job, job.progress);
}

/** One piece of news of a job, from a poll or an answer; repeating it changes nothing (G3). */
export async function hearStatus(
  deps: Deps,
  jobId: string,
  status: VendorStatus,
): Promise<VendorJobRow | null> {
  const heard = await asSystem(deps.database, async (tx) => {
    const job = await lockVendorJob(tx, jobId);
    return job === null ? null : hearLocked(tx, job, [status]);
  });
  if (heard !== null) await followNews(deps, heard);
  return heard;
}
