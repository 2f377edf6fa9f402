/** How long things may take (C1, C8, C10). Only differences: the database owns the clock. */
import type { StepKind, TaskScene } from "./kinds.ts";

/** How long a claim holds without a heartbeat. */
export const LEASE_MS = 45_000;
export const HEARTBEAT_MS = 15_000;
/** How often silent leases are looked for: a lease and a scan stay below 1.5 leases (C8). */
export const LEASE_SCAN_MS = 10_000;
/** CREATED for longer than this without a confirmed publish: EXPIRED. */
export const CREATED_LIMIT_MS = 15 * 60_000;
/** QUEUED for longer than this without a worker: EXPIRED. */
export const QUEUE_LIMIT_MS = 6 * 3_600_000;
/** A ready step that nobody claimed within this is woken again. */
export const WAKE_AGAIN_MS = 20_000;

const EXECUTION_MS: Readonly<Record<StepKind, number>> = {
  ingest: 10 * 60_000,
  export: 30 * 60_000,
  generate: 10 * 60_000,
  // A vendor may keep a job for hours; its lease only says that somebody asks for it.
  vendor: 12 * 3_600_000,
  fetch: 10 * 60_000,
  segments: 30 * 60_000,
};

/** Execution limit of one attempt; the worker stops by itself and reports DEADLINE. */
export function deadlineMs(kind: StepKind): number {
  return EXECUTION_MS[kind];
}

/** A worker that neither ends nor falls silent loses its step this long after its limit. */
export const OVERRUN_GRACE_MS = 60_000;

/** The one retry budget of a task, shared by all its steps and layers: never 3 x 3 x 3 (C10). */
const RETRIES: Readonly<Record<TaskScene, number>> = { ingest: 2, export: 2, generate: 2 };

export function retryBudget(scene: TaskScene): number {
  return RETRIES[scene];
}

/** From acceptance, or from a manual retry, to the end: after it nothing is tried again (C10). */
export function endToEndMs(scene: TaskScene): number {
  return QUEUE_LIMIT_MS + (RETRIES[scene] + 1) * EXECUTION_MS[scene];
}

const RETRY_DELAYS_MS = [10_000, 30_000, 120_000] as const;

/**
 * How long to wait before the retry that follows `retriesUsed` earlier ones. `jitter` is in
 * [0, 1) and adds at most a fifth, so that a crowd spreads out.
 */
export function retryDelayMs(retriesUsed: number, jitter: number): number {
  const base = RETRY_DELAYS_MS[Math.min(retriesUsed, RETRY_DELAYS_MS.length - 1)] ?? 0;
  return Math.round(base * (1 + jitter / 5));
}

/** How long a worker holds a finished output that the object store does not take (C10). */
export const OUTPUT_HOLD_MS = 3_600_000;
/** Room for the last upload of that hour; afterwards the step is anybody's. */
export const OUTPUT_HOLD_GRACE_MS = 10 * 60_000;

const FIRST_HOLD_PAUSE_MS = 10_000;
const LONGEST_HOLD_PAUSE_MS = 5 * 60_000;

/** How long to wait before a held output is uploaded once more, after `uploads` that failed. */
export function holdPauseMs(uploads: number): number {
  return Math.min(FIRST_HOLD_PAUSE_MS * 2 ** Math.max(uploads - 1, 0), LONGEST_HOLD_PAUSE_MS);
}
