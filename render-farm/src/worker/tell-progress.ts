/**
 * Tells how far a job is: at most once a second, and now and then although nothing changed,
 * because what is told fades. A lost word is no fault; the next one says more.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRESS_EVERY_MS, PROGRESS_TTL_MS } from "@cutroom/domain";
import type { ClaimedStep } from "@cutroom/contracts";
import type { Clock } from "@cutroom/ports";
import type { FarmApi } from "./farm-api.ts";

const PATIENCE_MS = 5_000;

export interface ProgressTeller {
  readonly api: FarmApi;
  readonly clock: Clock;
  readonly step: ClaimedStep;
  /** Progress so far, 0-100. */
  readonly progress: () => number;
  readonly signal: AbortSignal;
}

async function tell({ api, step, signal }: ProgressTeller, progress: number): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    await api.reportProgress(
      { params: { step_id: step.step_id }, body: { attempt: step.attempt, progress } },
      { signal: AbortSignal.any([patience, signal]) },
    );
  } catch {
    // Heartbeats decide whether the API can be reached; this is only news.
  }
}

/** Resolves when the signal aborts. */
export async function tellProgress(teller: ProgressTeller): Promise<void> {
  const { clock, progress, signal } = teller;
  let told = 0;
  let toldAtMs = clock.nowMs();
  while (!signal.aborted) {
    try {
      await sleep(PROGRESS_EVERY_MS, null, { signal });
    } catch {
      return;
    }
    const now = progress();
    const isFading = now > 0 && clock.nowMs() - toldAtMs >= PROGRESS_TTL_MS / 2;
    if (now === told && !isFading) continue;
    told = now;
    toldAtMs = clock.nowMs();
    await tell(teller, now);
  }
}
