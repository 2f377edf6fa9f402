/**
 * A claimed step from its first heartbeat to its report. Nothing of it stays on this machine but
 * what is finished and could not be stored.
 */
import type { ClaimedStep } from "@cutroom/contracts";
import type { Clock, MediaEngine } from "@cutroom/ports";
import { ok } from "@cutroom/timeline";
import type { ExportTools } from "../export/export-video.ts";
import { isScratchFull } from "../scratch.ts";
import type { Scratch } from "../scratch.ts";
import type { JobContext } from "../job-context.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepFailure, StepResult } from "../step-failure.ts";
import type { FarmApi } from "./farm-api.ts";
import type { Finished, FinishedWork } from "./finished-work.ts";
import { heartbeat } from "./heartbeat.ts";
import type { StopReason } from "./heartbeat.ts";
import { handIn, perform, scratchNeedBytes } from "./perform.ts";
import type { JobOutcome } from "./perform.ts";
import { reportComplete, reportFailure, reportYield } from "./report.ts";

export interface WorkerDeps {
  readonly api: FarmApi;
  readonly engine: MediaEngine;
  readonly scratch: Scratch;
  readonly finished: FinishedWork;
  readonly clock: Clock;
  readonly exportTools: ExportTools;
  readonly workerId: string;
  /** One line for operators per event; never shown to users. */
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** `held`: finished and not stored; this worker goes on with it later. */
export type RunEnd = "completed" | "failed" | "held" | "yielded" | "dropped";

export interface RunningStep {
  readonly done: Promise<RunEnd>;
  readonly stop: (reason: StopReason) => void;
}

/** Does the work, unless it is done: the files then lie in a directory of their own. */
async function work(
  deps: WorkerDeps,
  step: ClaimedStep,
  signal: AbortSignal,
  progress: (percent: number) => void,
): Promise<StepResult<Finished>> {
  const held = await deps.finished.take(step);
  if (held !== null) return ok(held);
  const cpu = { ms: 0 };
  return deps.scratch.within(scratchNeedBytes(step.job), async (directory) => {
    const context: JobContext = {
      engine: deps.engine,
      clock: deps.clock,
      directory,
      signal,
      deadlineAtMs: deps.clock.nowMs() + step.deadline_ms,
      progress,
      log: (event, fields) => deps.log(event, { step: step.step_id, ...fields }),
      cpu,
    };
    const made = await perform(context, step.job, deps.exportTools);
    return made.ok ? ok(await deps.finished.keep(step, made.value, directory)) : made;
  });
}

/** How an attempt went: stored, or not, and then perhaps finished all the same. */
type Attempt =
  | { readonly ok: true; readonly value: JobOutcome }
  | { readonly ok: false; readonly failure: StepFailure; readonly isFinished: boolean };

async function attempt(
  deps: WorkerDeps,
  step: ClaimedStep,
  signal: AbortSignal,
  progress: (percent: number) => void,
): Promise<Attempt> {
  try {
    const done = await work(deps, step, signal, progress);
    if (!done.ok) return { ...done, isFinished: false };
    const { made, directory } = done.value;
    const stored = await handIn(step.job, made, { directory, signal });
    return stored.ok ? stored : { ...stored, isFinished: stored.failure.retryable };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const fault = faulted(isScratchFull(error) ? "STORAGE_FAILED" : "RENDER_FAILED", text);
    return { ...fault, isFinished: false };
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

async function reportFault(
  { api, workerId, finished, log }: WorkerDeps,
  step: ClaimedStep,
  failure: StepFailure & { readonly holdsOutput: boolean },
): Promise<RunEnd> {
  log("step.failed", { step: step.step_id, ...failure });
  const told = await reportFailure(api, step, workerId, failure);
  if (told === "held") {
    finished.hold(step.step_id);
    return told;
  }
  return told === "accepted" ? "failed" : "dropped";
}

/** What the API finds otherwise in the store, or cannot look for there, is uploaded again. */
async function reportStored(
  deps: WorkerDeps,
  step: ClaimedStep,
  stored: JobOutcome,
): Promise<RunEnd> {
  const told = await reportComplete(deps.api, step, deps.workerId, stored);
  if (told === "accepted") return "completed";
  if (told === "rejected") return "dropped";
  const text =
    told === "size-mismatch"
      ? "the store holds another size than was sent"
      : "the API could not check what was stored";
  const { failure } = faulted("STORAGE_FAILED", text);
  return reportFault(deps, step, { ...failure, holdsOutput: true });
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
    if (state.stopped !== null && isOver(state.stopped, result.ok)) {
      return reportStopped(deps, step, state.stopped);
    }
    return result.ok
      ? reportStored(deps, step, result.value)
      : reportFault(deps, step, { ...result.failure, holdsOutput: result.isFinished });
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
      if (end !== "held") await deps.finished.drop(step.step_id);
      heart.abort();
      await beats;
      deps.log("step.ended", { step: step.step_id, end, stopped: state.stopped });
      return end;
    });
  return { done, stop };
}
