/**
 * The fast gate (C5): one script over all layers, all of them or none. It spares the database
 * the work of refusing; whom it admits, the database still judges.
 */
import type { QuotaLayer } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { reserveLayers, MARK_KEY } from "./quota-sets.ts";
import { repairSet } from "./repair-set.ts";

export type Entered =
  /** Admitted by the copy of this number; `demoted`: its pool is full. */
  | { readonly by: "copy"; readonly epoch: number; readonly demoted: boolean }
  /** There is no copy to trust now: the database must count everything. */
  | { readonly by: "database"; readonly canRebuild: boolean }
  | { readonly by: "nobody"; readonly full: QuotaLayer; readonly used: number };

export interface Entry {
  readonly reservationId: string;
  readonly layers: readonly QuotaLayer[];
}

async function reserve(deps: Deps, entry: Entry): Promise<Entered> {
  const nowMs = deps.clock.nowMs();
  const answer = await deps.keyValue.reserve({
    member: entry.reservationId,
    atMs: nowMs,
    mark: MARK_KEY,
    layers: reserveLayers(entry.layers, nowMs),
  });
  if (answer.outcome === "unmarked") return { by: "database", canRebuild: true };
  if (answer.outcome === "admitted") {
    return { by: "copy", epoch: answer.mark, demoted: answer.fullSoft.length > 0 };
  }
  const full = entry.layers[answer.layer];
  if (full === undefined) throw new Error(`no layer ${answer.layer} was asked for`);
  return { by: "nobody", full, used: answer.used };
}

export async function enterQuota(deps: Deps, entry: Entry): Promise<Entered> {
  try {
    const first = await reserve(deps, entry);
    if (first.by !== "nobody") return first;
    return (await repairSet(deps, first.full)) ? await reserve(deps, entry) : first;
  } catch (error) {
    deps.log({ level: "warn", message: "quota gate not reached", error: String(error) });
    return { by: "database", canRebuild: false };
  }
}
