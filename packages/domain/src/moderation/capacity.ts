/** What a rollout asks of those who judge, before it gets any traffic (G6): variants x recompute x concurrency. */
import { planMachineReview } from "../planner/machine-review.ts";

/** Who judges, for which part of the pictures, how many at once, and how long one takes. */
export interface JudgeVendor {
  readonly name: string;
  /** Percent of the traffic; all of them together are 100. */
  readonly share: number;
  readonly concurrency: number;
  readonly secondsPerCall: number;
}

/** What a matrix was computed from. With any of it changed it is no matrix any more. */
export interface CapacityBasis {
  readonly subtasksPerS: number;
  readonly vendors: readonly JudgeVendor[];
  /** Pictures of a content that the candidate is shown, and those the policy before it was. */
  readonly frames: number;
  readonly framesBefore: number;
}

export interface CapacityRow {
  readonly mode: "shadow" | "canary";
  readonly percent: number;
  readonly variants: number;
  readonly recompute: number;
  readonly demandPerS: number;
  readonly capacityPerS: number;
  /** What is left over every second; not above 0: all of it is judged as it comes. */
  readonly backlogPerS: number;
  /** What has piled up after each of `BACKLOG_AT_S`. */
  readonly curve: readonly number[];
}

export interface CapacityMatrix {
  readonly basis: CapacityBasis;
  readonly rows: readonly CapacityRow[];
}

/** Percent of the buckets, in the order in which a canary is widened. */
export const CANARY_STAGES = [1, 10, 50, 100] as const;
const BACKLOG_AT_S = [60, 300, 600] as const;
const WHOLE = 100;

/** Subtasks a second at which the first of the vendors is full, by the split between them. */
export function splitCapacity(vendors: readonly JudgeVendor[]): number {
  const limits = vendors
    .filter(({ share }) => share > 0)
    .map(
      ({ share, concurrency, secondsPerCall }) => concurrency / secondsPerCall / (share / WHOLE),
    );
  return limits.length === 0 ? 0 : Math.min(...limits);
}

/** Null when shares are not the whole. */
export function capacityMatrix(basis: CapacityBasis): CapacityMatrix | null {
  const { vendors, subtasksPerS, frames, framesBefore } = basis;
  if (vendors.reduce((sum, { share }) => sum + share, 0) !== WHOLE) return null;
  const capacityPerS = splitCapacity(vendors);
  const recompute = Math.max(0, frames / framesBefore - 1);
  const row = (mode: CapacityRow["mode"], percent: number): CapacityRow => {
    const figures = planMachineReview({
      subtasksPerS,
      vendorConcurrency: capacityPerS,
      secondsPerCall: 1,
      variants: 2,
      recompute,
      canary: percent / WHOLE,
    });
    // A shadow has every content judged twice; a canary has its part judged by the other policy.
    const name = mode === "shadow" ? "effective_demand_per_s" : "canary_multiplied_per_s";
    const demandPerS = figures.find((figure) => figure.name === name)?.value ?? Infinity;
    const backlogPerS = demandPerS - capacityPerS;
    const curve = BACKLOG_AT_S.map((seconds) => Math.max(0, backlogPerS) * seconds);
    return { mode, percent, variants: 2, recompute, demandPerS, capacityPerS, backlogPerS, curve };
  };
  const rows = [row("shadow", WHOLE), ...CANARY_STAGES.map((stage) => row("canary", stage))];
  return { basis, rows };
}

/** Whether a matrix still speaks of what is there: split, sampling and load are as they were. */
export function matrixHolds({ basis }: CapacityMatrix, now: CapacityBasis): boolean {
  const same = (a: JudgeVendor, b: JudgeVendor | undefined) =>
    a.name === b?.name &&
    a.share === b.share &&
    a.concurrency === b.concurrency &&
    a.secondsPerCall === b.secondsPerCall;
  return (
    basis.subtasksPerS === now.subtasksPerS &&
    basis.frames === now.frames &&
    basis.framesBefore === now.framesBefore &&
    basis.vendors.length === now.vendors.length &&
    basis.vendors.every((vendor, at) => same(vendor, now.vendors[at]))
  );
}
