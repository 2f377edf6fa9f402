/** How long things may take (C1, C8, C10). Only differences: the database owns the clock. */
import type { TaskScene } from "./kinds.ts";

/** How long a claim holds without a heartbeat. */
export const LEASE_MS = 45_000;
export const HEARTBEAT_MS = 15_000;
/** CREATED for longer than this without a confirmed publish: EXPIRED. */
export const CREATED_LIMIT_MS = 15 * 60_000;
/** QUEUED for longer than this without a worker: EXPIRED. */
export const QUEUE_LIMIT_MS = 6 * 3_600_000;
/** A ready step that nobody claimed within this is woken again. */
export const WAKE_AGAIN_MS = 20_000;

const DEADLINE_MS: Readonly<Record<TaskScene, number>> = {
  ingest: 10 * 60_000,
  export: 30 * 60_000,
};

/** Execution limit of one attempt; the worker stops by itself and reports DEADLINE. */
export function deadlineMs(scene: TaskScene): number {
  return DEADLINE_MS[scene];
}

/** One first try and two retries: the only retry budget of a step (C10). */
export const MAX_ATTEMPTS = 3;
const RETRY_DELAYS_MS = [10_000, 30_000, 120_000] as const;

/**
 * How long to wait before the next attempt after `attempt` failed, or null when the budget is
 * used up. `jitter` is in [0, 1) and adds at most a fifth, so that a crowd spreads out.
 */
export function retryDelayMs(attempt: number, jitter: number): number | null {
  const base = RETRY_DELAYS_MS[attempt - 1];
  if (base === undefined || attempt >= MAX_ATTEMPTS) return null;
  return Math.round(base * (1 + jitter / 5));
}
