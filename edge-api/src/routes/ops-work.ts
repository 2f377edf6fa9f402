import { dismissDeadLetter } from "../usecases/dead-letter/dismiss-dead-letter.ts";
import { listDeadLetters } from "../usecases/dead-letter/list-dead-letters.ts";
import { redriveDeadLetter } from "../usecases/dead-letter/redrive-dead-letter.ts";
import { listServiceLevels } from "../usecases/service-level/list-service-levels.ts";
import { listUnknownSteps } from "../usecases/step/list-unknown-steps.ts";
import { resolveUnknownStep } from "../usecases/step/resolve-unknown-step.ts";
import { listVendors } from "../usecases/vendor/list-vendors.ts";
import { listPools } from "../usecases/worker/list-pools.ts";
import type { Routes } from "./mount.ts";

export const opsWorkRoutes = {
  listDeadLetters: ({ deps, query }) => listDeadLetters(deps, query),
  redriveDeadLetter: ({ deps, caller, params }) =>
    redriveDeadLetter(deps, caller, params.dead_letter_id),
  dismissDeadLetter: ({ deps, caller, params }) =>
    dismissDeadLetter(deps, caller, params.dead_letter_id),
  listUnknownSteps: ({ deps }) => listUnknownSteps(deps),
  resolveUnknownStep: ({ deps, caller, params, body }) => {
    const internal = `${caller.email}: ${body.note}`;
    return resolveUnknownStep(
      deps,
      params.step_id,
      body.verdict === "absent"
        ? { kind: "absent", internal }
        : { kind: "failed", code: "RENDER_FAILED", internal },
    );
  },
  listPools: ({ deps }) => listPools(deps),
  listVendors: ({ deps }) => listVendors(deps),
  listServiceLevels: ({ deps, query }) => listServiceLevels(deps, query),
} satisfies Partial<Routes>;
