import { MODEL_NAMES, clipModel, isVendorJobOver, vendorJobSources } from "@cutroom/domain";
import type { VendorJobNews } from "@cutroom/domain";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { modelCap, step, task, vendorJob } from "../schema/index.ts";
import type { VendorJobRow } from "../schema/index.ts";
import { milliseconds } from "./states.ts";

/**
 * Takes jobs that are due to be asked for, or whose end their step has not been told, oldest
 * first. Nobody else takes them for `holdMs`; whoever dies in between is made up for then.
 */
export async function takeDueVendorJobs(
  database: Database | Transaction,
  which: { readonly limit: number; readonly holdMs: number },
): Promise<readonly VendorJobRow[]> {
  const due = database
    .select({ id: vendorJob.id })
    .from(vendorJob)
    .where(and(isNull(vendorJob.toldAt), sql`${vendorJob.nextPollAt} <= now()`))
    .orderBy(vendorJob.nextPollAt)
    .limit(which.limit)
    .for("update", { skipLocked: true });
  return database
    .update(vendorJob)
    .set({ nextPollAt: sql`now() + ${milliseconds(which.holdMs)}` })
    .where(inArray(vendorJob.id, due))
    .returning();
}

/** One job, locked until commit. */
export async function lockVendorJob(tx: Transaction, id: string): Promise<VendorJobRow | null> {
  const rows = await tx.select().from(vendorJob).where(eq(vendorJob.id, id)).for("update");
  return rows[0] ?? null;
}

/** Writes what is known of a job by now; its row is locked. */
export async function writeVendorNews(
  tx: Transaction,
  id: string,
  news: VendorJobNews,
): Promise<void> {
  const isOver = isVendorJobOver(news.state);
  await tx
    .update(vendorJob)
    .set({
      state: news.state,
      stage: news.stage,
      progress: news.progress,
      outputs: news.outputs,
      failure: news.failure,
      costMicros: news.cost?.amountMicros ?? null,
      ...(news.cost === null ? {} : { currency: news.cost.currency }),
      // What is over has to be told at once.
      ...(isOver ? { finishedAt: sql`coalesce(${vendorJob.finishedAt}, now())` } : {}),
      ...(isOver ? { nextPollAt: sql`now()` } : {}),
    })
    .where(eq(vendorJob.id, id));
}

/**
 * Binds a request to the vendor's own job. False when it is past that: it has been bound before,
 * or is proven not to be there.
 */
export async function acceptVendorJob(
  tx: Transaction,
  accepted: {
    readonly id: string;
    readonly handle: { readonly jobId: string };
    readonly nextPollMs: number;
  },
): Promise<boolean> {
  const rows = await tx
    .update(vendorJob)
    .set({
      state: "ACCEPTED",
      stage: sql`coalesce(${vendorJob.stage}, 'queued')`,
      vendorJobId: accepted.handle.jobId,
      handle: accepted.handle,
      acceptedAt: sql`now()`,
      nextPollAt: sql`now() + ${milliseconds(accepted.nextPollMs)}`,
    })
    .where(
      and(eq(vendorJob.id, accepted.id), inArray(vendorJob.state, [...vendorJobSources("accept")])),
    )
    .returning({ id: vendorJob.id });
  return rows.length > 0;
}

/**
 * Steps whose job the vendor has are held by whoever asks for it; the others are not (C8). Each is
 * written once in `everyMs`, however often this is called.
 */
export async function renewVendorLeases(
  database: Database,
  lease: { readonly workerId: string; readonly leaseMs: number; readonly everyMs: number },
): Promise<void> {
  const { workerId, leaseMs, everyMs } = lease;
  await database.execute(sql`
    update step_lease as lease set lease_until = now() + ${milliseconds(leaseMs)}
      from vendor_job job
     where job.step_id = lease.step_id and job.attempt = lease.attempt
       and job.state = 'ACCEPTED' and job.told_at is null
       and lease.worker_id = ${workerId} and lease.lease_until > now()
       and lease.lease_until < now() + ${milliseconds(leaseMs - everyMs)}`);
}

/**
 * How many jobs of a model may be under way at once (G4): a first value for each that has none.
 * What an operator has set stays.
 */
export async function keepModelCaps(tx: Transaction): Promise<void> {
  const caps = MODEL_NAMES.flatMap((model) => {
    const { vendor, atOnce } = clipModel(model);
    return vendor === null || atOnce === 0
      ? []
      : [{ pool: "vendor" as const, model, maxInFlight: atOnce }];
  });
  await tx.insert(modelCap).values(caps).onConflictDoNothing();
}

/** Where the step and the task of a job stand, as whoever tells them its end has to know. */
export async function readVendorStep(database: Database, job: VendorJobRow) {
  const rows = await database
    .select({
      state: step.state,
      attempt: step.attempt,
      cancelRequestedAt: task.cancelRequestedAt,
      spec: task.spec,
    })
    .from(step)
    .innerJoin(task, eq(task.id, step.taskId))
    .where(eq(step.id, job.stepId));
  return rows[0] ?? null;
}

/** The newest job of a task that has made something. */
export async function findMadeJob(
  tx: Database | Transaction,
  taskId: string,
): Promise<VendorJobRow | null> {
  const rows = await tx
    .select()
    .from(vendorJob)
    .where(and(eq(vendorJob.taskId, taskId), eq(vendorJob.state, "SUCCEEDED")))
    .orderBy(desc(vendorJob.submittedAt))
    .limit(1);
  return rows[0] ?? null;
}
