/** A claimed step from its first heartbeat to its report. Nothing of it stays on this machine. */
import type { ClaimedStep } from "@cutroom/contracts";
import type { Clock, MediaEngine } from "@cutroom/ports";
import type { ExportTools } from "../export/export-video.ts";
import { isScratchFull } from "../scratch.ts";
import type { Scratch } from "../scratch.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { FarmApi } from "./farm-api.ts";
import { heartbeat } from "./heartbeat.ts";
import type { StopReason } from "./heartbeat.ts";
import { perform, scratchNeedBytes } from "./perform.ts";
import type { JobOutcome } from "./perform.ts";
import { reportComplete, reportFailure, reportYield } from "./report.ts";

export interface WorkerDeps {
  readonly api: FarmApi;
  readonly engine: MediaEngine;
  readonly scratch: Scratch;
  readonly clock: Clock;
  readonly exportTools: ExportTools;
  readonly workerId: string;
  /** One line for operators per event; never shown to users. */
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

export type RunEnd = "completed" | "failed" | "yielded" | "dropped";

export interface RunningStep {
  readonly done: Promise<RunEnd>;
  readonly stop: (reason: StopReason) => void;
}

async function attempt(
  deps: WorkerDeps,
  step: ClaimedStep,
  signal: AbortSignal,
  progress: (percent: number) => void,
): Promise<StepResult<JobOutcome>> {
  const cpu = { ms: 0 };
  try {
    return await deps.scratch.within(scratchNeedBytes(step.job), (directory) =>
      perform(
        {
          engine: deps.engine,
          clock: deps.clock,
          directory,
          signal,
          deadlineAtMs: deps.clock.nowMs() + step.deadline_ms,
          progress,
          log: (event, fields) => deps.log(event, { step: step.step_id, ...fields }),
          cpu,
        },
        step.job,
        deps.exportTools,
      ),
    );
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return faulted(isScratchFull(error) ? "STORAGE_FAILED" : "RENDER_FAILED", text);
  }
}

/** Tells the API that the job was stopped from outside; a lost lease is not ours to speak of. */
async function reportStopped(
  { api, workerId }: WorkerDeps,
  step: ClaimedStep,
  reason: StopReason,
): Promise<RunEnd> {
  if (reason === "lease-lost") return "dropped";
  if (reason === "cancel-requested") {
    const { failure } = refused("CANCELED", "the user asked to cancel");
    await reportFailure(api, step, workerId, failure);
    return "failed";
  }
  const told = await reportYield(api, step, workerId);
  return told === "accepted" ? "yielded" : "dropped";
}

/** Who is asked to make room may still hand in what it has finished. */
function isOver(reason: StopReason, isFinished: boolean): boolean {
  return !isFinished || (reason !== "preempted" && reason !== "shutdown");
}

/** Starts the job at once. `done` never rejects. */
export function runStep(deps: WorkerDeps, step: ClaimedStep): RunningStep {
  const job = new AbortController();
  const heart = new AbortController();
  const state: { percent: number; stopped: StopReason | null } = { percent: 0, stopped: null };
  const stop = (reason: StopReason) => {
    state.stopped ??= reason;
    job.abort();
  };
  const progress = (percent: number) => {
    state.percent = Math.max(state.percent, Math.min(100, Math.floor(percent)));
  };
  const finish = async (): Promise<RunEnd> => {
    const result = await attempt(deps, step, job.signal, progress);
    const { api, workerId } = deps;
    if (state.stopped !== null && isOver(state.stopped, result.ok)) {
      return reportStopped(deps, step, state.stopped);
    }
    if (!result.ok) {
      deps.log("step.failed", { step: step.step_id, ...result.failure });
      const told = await reportFailure(api, step, workerId, result.failure);
      return told === "accepted" ? "failed" : "dropped";
    }
    const told = await reportComplete(api, step, workerId, result.value);
    if (told === "accepted") return "completed";
    if (told !== "size-mismatch") return "dropped";
    const { failure } = faulted("STORAGE_FAILED", "the store holds another size than was sent");
    await reportFailure(api, step, workerId, failure);
    return "failed";
  };
  const beats = heartbeat({
    api: deps.api,
    clock: deps.clock,
    step,
    workerId: deps.workerId,
    progress: () => state.percent,
    stop,
    signal: heart.signal,
  });
  const done = finish()
    .catch((error: unknown): RunEnd => {
      deps.log("step.broken", { step: step.step_id, error: String(error) });
      return "dropped";
    })
    .then(async (end) => {
      heart.abort();
      await beats;
      deps.log("step.ended", { step: step.step_id, end, stopped: state.stopped });
      return end;
    });
  return { done, stop };
}
