import { findMadeJob, renewLease, schema } from "@cutroom/db";
import type { ClaimedRow, VendorJobRow } from "@cutroom/db";
import {
  HEARTBEAT_MS,
  LEASE_MS,
  clipModels,
  outlineMp4,
  outputKey,
  outputsOf,
} from "@cutroom/domain";
import type { Mp4Outline } from "@cutroom/domain";
import type { Generator, VendorHandle } from "@cutroom/ports";
import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { storeBytes } from "../../store-bytes.ts";
import { endStep } from "../step/end-step.ts";
import type { StepOutcome } from "../step/end-step.ts";
import { keepClip, outputOf } from "../step/keep-output.ts";
import { deskFence } from "./desk-fence.ts";
import { downloadOutput } from "./download-output.ts";

const { task, vendorJob } = schema;

interface Fetched {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly outline: Mp4Outline;
}

const lost = (internal: string): StepOutcome => ({
  kind: "failed",
  retryable: true,
  code: "OUTPUT_LOST",
  internal,
});

/** New addresses of the same output, where those that were given have run out. */
async function freshUrl(deps: Deps, generator: Generator, job: VendorJobRow) {
  const polled = await generator.poll(job.handle as VendorHandle);
  if (polled.kind !== "status" || polled.status.state !== "succeeded") return null;
  const { outputs } = polled.status;
  await deps.database.update(vendorJob).set({ outputs }).where(eq(vendorJob.id, job.id));
  return outputs[0] ?? null;
}

/** The bytes of a film that is whole; else why there are none. */
async function fetchFilm(
  deps: Deps,
  generator: Generator,
  job: VendorJobRow,
): Promise<Fetched | StepOutcome> {
  let url: string | null = job.outputs[0] ?? null;
  for (const isLast of [false, true]) {
    if (url === null) return lost("no address");
    const got = await downloadOutput({
      url,
      headers: generator.outputHeaders(url),
      hopTo: deps.hopTo,
    });
    if (got.ok) {
      const outline = outlineMp4(got.value);
      if (outline !== null) return { bytes: got.value, outline };
      if (isLast) return lost(`${got.value.byteLength} bytes are no whole film`);
    } else if (isLast || got.failure.code === "failed") {
      return lost(got.failure.internal);
    }
    url = await freshUrl(deps, generator, job);
  }
  return lost("no film");
}

/** Renews the lease while `work` goes on. */
async function underLease<T>(deps: Deps, claimed: ClaimedRow, work: Promise<T>): Promise<T> {
  const beat = () => {
    const renewed = renewLease(deps.database, { ...deskFence(claimed), leaseMs: LEASE_MS });
    // A beat that is lost is made up for by the next; a lease that is lost, by the fence.
    renewed.catch(() => undefined);
  };
  const timer = setInterval(beat, HEARTBEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

async function store(deps: Deps, claimed: ClaimedRow, { bytes }: Fetched) {
  const [output] = outputsOf("fetch", null);
  if (output === undefined) throw new Error("a fetch has an output");
  const key = outputKey({ ...claimed, output });
  const isStored = await storeBytes(deps, key, { bytes, contentType: output.contentType });
  return isStored ? key : null;
}

const NOT_STORED: StepOutcome = {
  kind: "failed",
  retryable: true,
  code: "STORAGE_FAILED",
  internal: "the store refused it",
};

async function keep(deps: Deps, claimed: ClaimedRow, job: VendorJobRow, film: Fetched) {
  const key = await store(deps, claimed, film);
  if (key === null) return void (await endStep(deps, deskFence(claimed), NOT_STORED));
  const digest = await deps.sha256(film.bytes);
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const { width, height, frames, durationMs } = film.outline;
  const result = {
    kind: "generate",
    width,
    height,
    frame_count: frames,
    duration_ms: durationMs,
    engine: `${job.vendor} ${clipModels[job.model].version}`,
    cpu_ms: 0,
  } as const;
  const stored = { key, sizeBytes: film.bytes.byteLength, sha256 };
  const output = outputOf(result, new Map([["video", stored]]));
  const outcome = { kind: "succeeded", result: { kind: "fetch" }, made: { output } } as const;
  await endStep(deps, deskFence(claimed), outcome, (tx, row) => keepClip(tx, row, output));
}

/**
 * Copies what a vendor has made into our own store before anybody calls it done (I6): by address,
 * whole, and a film; a copy that fails is tried again and never made anew.
 */
export async function fetchOutput(deps: Deps, claimed: ClaimedRow): Promise<void> {
  const job = await findMadeJob(deps.database, claimed.taskId);
  const generator = job === null ? undefined : deps.generators.get(job.vendor);
  if (job === null || generator === undefined) {
    await endStep(deps, deskFence(claimed), lost("nothing to fetch"));
    return;
  }
  await deps.database
    .update(task)
    .set({ outputFetchStartedAt: sql`coalesce(${task.outputFetchStartedAt}, now())` })
    .where(eq(task.id, claimed.taskId));
  const film = await underLease(deps, claimed, fetchFilm(deps, generator, job));
  if ("kind" in film) await endStep(deps, deskFence(claimed), film);
  else await keep(deps, claimed, job, film);
}
