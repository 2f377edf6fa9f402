/**
 * Judges contents beside the farm's other work, one at a time: it asks for one, and asks again
 * soon when there was one. Each has a lease that is not renewed; whoever does not finish within it
 * has lost it, and says nothing (C8).
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedVerdict, Client } from "@cutroom/contracts";
import type { PictureJudge } from "@cutroom/ports";
import type { JobContext } from "../job-context.ts";
import type { WorkerDeps } from "../worker/run.ts";
import { judgeContent } from "./judge-content.ts";
import type { Judgement } from "./judge-content.ts";

export type ReviewApi = Pick<Client, "claimVerdict" | "giveVerdict" | "dropVerdict">;

export interface ReviewerDeps extends Pick<
  WorkerDeps,
  "engine" | "scratch" | "clock" | "log" | "workerId"
> {
  readonly api: ReviewApi;
  readonly judge: PictureJudge;
}

export interface Reviewer {
  /** Resolves when what was being judged is given back or reported. */
  end(): Promise<void>;
}

/** Few enough questions for any number of farms, and soon enough for whoever wants to share. */
const IDLE_MS = 3_000;
/** A filmstrip of the largest kind, decoded. */
const ROOM_BYTES = 64 * 1024 * 1024;

async function judged(
  deps: ReviewerDeps,
  claimed: ClaimedVerdict,
  signal: AbortSignal,
): Promise<Judgement> {
  try {
    return await deps.scratch.within(ROOM_BYTES, (directory) => {
      const context: JobContext = {
        engine: deps.engine,
        clock: deps.clock,
        directory,
        signal,
        deadlineAtMs: deps.clock.nowMs() + claimed.lease_ms,
        progress: () => undefined,
        log: deps.log,
        cpu: { ms: 0 },
      };
      return judgeContent(context, deps.judge, claimed);
    });
  } catch (error) {
    return { kind: "none", isUnknown: false, internal: String(error) };
  }
}

async function report(deps: ReviewerDeps, claimed: ClaimedVerdict, judgement: Judgement) {
  const { api, judge, workerId } = deps;
  const params = { review_id: claimed.review_id };
  const fence = {
    worker_id: workerId,
    attempt: claimed.attempt,
    model_version: judge.version,
  };
  if (judgement.kind === "judged") {
    const frames = judgement.frames.map(({ atMs, score }) => ({
      at_ms: atMs,
      score: { ...score },
    }));
    const body = { ...fence, frames, input_digest: judgement.inputDigest };
    return api.giveVerdict({ params, body });
  }
  const { isUnknown: unknown, internal } = judgement;
  return api.dropVerdict({
    params,
    body: { ...fence, unknown, internal: internal.slice(0, 4_000) },
  });
}

/** One content, if one waits; whether one did. */
async function reviewNext(deps: ReviewerDeps, ending: AbortSignal): Promise<boolean> {
  const body = { worker_id: deps.workerId, model_version: deps.judge.version };
  const asked = await deps.api.claimVerdict({ body });
  if (!asked.ok || asked.value.verdict === null) return false;
  const claimed = asked.value.verdict;
  const lease = AbortSignal.timeout(claimed.lease_ms);
  const judgement = await judged(deps, claimed, AbortSignal.any([ending, lease]));
  if (lease.aborted) return true;
  const told = await report(deps, claimed, judgement);
  const outcome = told.ok ? judgement.kind : told.failure.code;
  const internal = judgement.kind === "none" ? { internal: judgement.internal } : {};
  deps.log("review.judged", { review: claimed.review_id, outcome, ...internal });
  return true;
}

export function beginReviewing(deps: ReviewerDeps): Reviewer {
  const life = new AbortController();
  const { signal } = life;
  const run = async () => {
    while (!signal.aborted) {
      // An API that does not answer is asked again as an idle one is.
      const found = await reviewNext(deps, signal).catch(() => false);
      if (!found) await sleep(IDLE_MS, null, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async end() {
      life.abort();
      await running;
    },
  };
}
