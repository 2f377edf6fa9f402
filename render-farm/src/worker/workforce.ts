/** All steps that this process runs: starts them while there are slots, ends them at shutdown. */
import { claim } from "./claim.ts";
import { runStep } from "./run.ts";
import type { RunningStep, WorkerDeps } from "./run.ts";
import type { Slots } from "./slots.ts";

export type WakeOutcome = "started" | "not-ours" | "full" | "draining" | "unavailable";

export interface Workforce {
  /** Claims the step and starts it; resolves as soon as the claim is decided. */
  wake(stepId: string): Promise<WakeOutcome>;
  /** Takes no more work, waits `graceMs` for what runs, then stops it and waits for the rest. */
  drain(graceMs: number): Promise<void>;
}

export function createWorkforce(deps: WorkerDeps, slots: Slots): Workforce {
  const running = new Set<RunningStep>();
  const claims = new Set<Promise<WakeOutcome>>();
  let draining = false;

  const start = async (stepId: string): Promise<WakeOutcome> => {
    const release = slots.take();
    if (release === null) return "full";
    const claimed = await claim(deps.api, stepId, deps.workerId);
    if (claimed.kind !== "claimed") {
      release();
      if (claimed.kind === "unavailable") deps.log("claim.unavailable", { ...claimed, stepId });
      return claimed.kind;
    }
    const step = runStep(deps, claimed.step);
    running.add(step);
    void step.done.finally(() => {
      running.delete(step);
      release();
    });
    return "started";
  };
  return {
    async wake(stepId) {
      if (draining) return "draining";
      const claiming = start(stepId);
      claims.add(claiming);
      return claiming.finally(() => claims.delete(claiming));
    },
    async drain(graceMs) {
      draining = true;
      await Promise.allSettled(claims);
      const all = Promise.all([...running].map((step) => step.done));
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([all, grace]);
      clearTimeout(timer);
      for (const step of running) step.stop("shutdown");
      await all;
    },
  };
}
