/**
 * Keeps the lease alive while a job runs, and ends the job when it must not go on: somebody
 * else holds the step, the user has canceled, better work waits for the slot, or the lease ran
 * out unrenewed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedStep } from "@cutroom/contracts";
import type { Clock } from "@cutroom/ports";
import type { FarmApi } from "./farm-api.ts";
import { tellProgress } from "./tell-progress.ts";

export type StopReason = "lease-lost" | "cancel-requested" | "preempted" | "shutdown";

export interface HeartbeatSettings {
  readonly api: FarmApi;
  readonly clock: Clock;
  readonly step: ClaimedStep;
  readonly workerId: string;
  /** Progress so far, 0-100. */
  readonly progress: () => number;
  readonly stop: (reason: StopReason) => void;
  /** Ends the heart with the job. */
  readonly signal: AbortSignal;
}

type Beat = "renewed" | "missed" | StopReason;

async function beat(settings: HeartbeatSettings, leaseLeftMs: number): Promise<Beat> {
  const { api, step, workerId } = settings;
  const patience = AbortSignal.timeout(Math.max(1, Math.min(leaseLeftMs, 10_000)));
  try {
    const renewed = await api.renewLease(
      {
        params: { step_id: step.step_id },
        body: { worker_id: workerId, attempt: step.attempt, progress: settings.progress() },
      },
      { signal: AbortSignal.any([patience, settings.signal]) },
    );
    if (renewed.ok) {
      if (renewed.value.cancel_requested) return "cancel-requested";
      return renewed.value.preempt_requested ? "preempted" : "renewed";
    }
    const { code } = renewed.failure;
    return code === "lease.lost" || code === "request.not-found" ? "lease-lost" : "missed";
  } catch {
    // A network fault: the lease still holds until its time is over.
    return "missed";
  }
}

/**
 * Beats and tells progress until the signal aborts or `stop` was called once; resolves then.
 */
export async function heartbeat(settings: HeartbeatSettings): Promise<void> {
  const telling = new AbortController();
  const signal = AbortSignal.any([settings.signal, telling.signal]);
  const told = tellProgress({ ...settings, signal });
  await keepLease(settings);
  telling.abort();
  await told;
}

async function keepLease(settings: HeartbeatSettings): Promise<void> {
  const { clock, step, signal } = settings;
  let leaseEndsMs = clock.nowMs() + step.lease_ms;
  while (!signal.aborted) {
    const leftMs = leaseEndsMs - clock.nowMs();
    const pauseMs = Math.max(0, Math.min(step.heartbeat_ms, leftMs));
    try {
      await sleep(pauseMs, null, { signal });
    } catch {
      return;
    }
    const askedAtMs = clock.nowMs();
    const result = await beat(settings, leaseEndsMs - askedAtMs);
    if (signal.aborted) return;
    if (result === "renewed") leaseEndsMs = askedAtMs + step.lease_ms;
    else if (result !== "missed") return settings.stop(result);
    else if (clock.nowMs() >= leaseEndsMs) return settings.stop("lease-lost");
  }
}
