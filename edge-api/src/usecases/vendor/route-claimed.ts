/** Where a claimed clip goes now (G4): to its model, to another of its own list, or nowhere yet. */
import { moveClip, readTenantRouting, readTried } from "@cutroom/db";
import type { ClaimedRow, ModelRow, TaskRow } from "@cutroom/db";
import type { GenerationSpec } from "@cutroom/contracts";
import { TRIED_MS, routeClip } from "@cutroom/domain";
import type { ClipWish, ModelName, Route, VendorFailureClass } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { endStep } from "../step/end-step.ts";
import { deskFence } from "./desk-fence.ts";
import { routingSnapshot } from "./routing-snapshot.ts";

/** A clip at the desk, with all that decides who is asked for it. */
export interface ClipAtDesk {
  readonly claimed: ClaimedRow;
  readonly row: TaskRow;
  readonly spec: GenerationSpec;
  readonly models: readonly ModelRow[];
}

/**
 * Pictures count as stills here: of what kind they are was asked when the clip was accepted, and no
 * model is on its list that takes less.
 */
function wishOf({ row, spec }: ClipAtDesk): ClipWish {
  const { mode = "text", assets = [], ratio, duration_ms: durationMs } = spec;
  return {
    mode,
    frames: assets.map(({ role }) => ({ role, kind: "image" })),
    ratio,
    durationMs,
    negativePrompt: spec.negative_prompt,
    // Nobody pays more than was reserved, whoever makes it; one that was named keeps its price (C14).
    mostCredits:
      spec.auto === undefined
        ? null
        : row.creditsReserved - row.creditsSettled - row.creditsReleased,
  };
}

/** @param refused the model that has turned it away just now, if one has. */
export async function routeClaimed(
  deps: Deps,
  clip: ClipAtDesk,
  refused: ModelName | null = null,
): Promise<Route> {
  const { claimed, spec, models } = clip;
  const { stepId, attempt, tenantId } = claimed;
  const tenant = await readTenantRouting(deps.database, tenantId);
  const known =
    spec.auto === undefined || attempt === 1
      ? []
      : await readTried(deps.database, { stepId, forMs: TRIED_MS });
  const tried = new Map([...known, ...(refused === null ? [] : [[refused, TRIED_MS] as const])]);
  const facts = { models, tenant, isOnlyOne: spec.auto === undefined, accepted: spec.model, tried };
  return routeClip(spec.auto ?? [spec.model], wishOf(clip), routingSnapshot(deps, facts));
}

/** Why a clip leaves its model. */
type MoveCause = VendorFailureClass | "left alone";

/**
 * Gives it to another model's queue, in one transaction with the end of this attempt, so that what
 * counts against a model's limits is always true. It uses up no retry: nothing was accepted (G4).
 */
export async function moveToModel(
  deps: Deps,
  { claimed, spec }: ClipAtDesk,
  move: { readonly to: ModelName; readonly cause: MoveCause },
): Promise<void> {
  const { to, cause } = move;
  const { stepId, taskId } = claimed;
  const internal = `${spec.model} (${cause}), then ${to}`;
  const busy = { kind: "busy", code: "MODEL_UNAVAILABLE", internal, delayMs: 0 } as const;
  const moved = await endStep(deps, deskFence(claimed), busy, (tx) =>
    moveClip(tx, { stepId, taskId, to }),
  );
  if (moved)
    deps.log({ level: "info", message: "clip moved", taskId, from: spec.model, to, cause });
}
