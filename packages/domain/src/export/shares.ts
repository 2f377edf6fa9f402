/**
 * How a long export is shared among workers: steps that render a part of the picture each, and a
 * last one that makes the film of them. A short export stays one step, because every step costs a
 * claim, its downloads and a plan of its own.
 */
import type { PlanLimits } from "../quota/plans.ts";
import type { PlannedStep } from "../task/step-plan.ts";
import { formatOf } from "./formats.ts";
import type { ExportFormat } from "./formats.ts";

/** What one share should take at least. */
export const SHARE_SECONDS = 60;
export const MAX_SHARES = 32;
/** Of the whole work, what is left for the last step: the sound, the join and the checks. */
const FILM_PART = 0.1;

/** One part of an export's picture, counted from 0. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/**
 * In how many shares an export is rendered; 1: it is one step. `workers` are those that live; with
 * one of them, or where the plan lets one step run at a time, sharing only costs.
 */
export function exportShares(work: {
  readonly format: ExportFormat;
  readonly estSeconds: number;
  readonly plan: Pick<PlanLimits, "maxInFlight" | "userInFlight">;
  readonly workers: number;
}): number {
  const { format, estSeconds, plan, workers } = work;
  const { media, segmented } = formatOf(format);
  const isAlone = workers < 2 || plan.maxInFlight === 1 || plan.userInFlight === 1;
  if (isAlone || media !== "video" || !segmented) return 1;
  return Math.max(1, Math.min(Math.floor(estSeconds / SHARE_SECONDS), MAX_SHARES));
}

/** The steps of an export in `shares` (2 or more). The film is named first: it stands for them all. */
export function planShares(work: {
  readonly inputDigest: string;
  readonly estSeconds: number;
  readonly shares: number;
}): readonly PlannedStep[] {
  const { inputDigest, estSeconds, shares: count } = work;
  const shares = Array.from({ length: count }, (_, index) => ({
    name: `share-${index}`,
    kind: "segments" as const,
    inputDigest: shareDigest(inputDigest, { index, count }),
    needs: [],
    estSeconds: ((1 - FILM_PART) * estSeconds) / count,
  }));
  const film = {
    name: "film",
    kind: "export" as const,
    inputDigest,
    needs: shares.map((share) => share.name),
    estSeconds: FILM_PART * estSeconds,
  };
  return [film, ...shares];
}

/** The digest of one share of the export whose own is `inputDigest`: it says which share it is. */
function shareDigest(inputDigest: string, { index, count }: Share): string {
  return `${inputDigest}/${index + 1}of${count}`;
}

/** Which share a step's digest names; null: none. */
export function shareOf(inputDigest: string): Share | null {
  const parts = /\/(\d+)of(\d+)$/.exec(inputDigest);
  if (parts === null) return null;
  const [index, count] = [Number(parts[1]) - 1, Number(parts[2])];
  return index >= 0 && index < count ? { index, count } : null;
}
