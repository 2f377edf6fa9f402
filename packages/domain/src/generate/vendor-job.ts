/**
 * One request to a vendor, from before it is sent to what it cost (G2, G3). Pure: callbacks,
 * polls and answers are all news of the same job, in any order and any number.
 */
import type { VendorCost, VendorFailure, VendorStage, VendorStatus } from "./vendor-status.ts";

export const VENDOR_JOB_STATES = [
  "SUBMITTING",
  "UNKNOWN",
  "ACCEPTED",
  "SUCCEEDED",
  "FAILED",
  "CANCELED",
  "REFUSED",
  "ABSENT",
] as const;
export type VendorJobState = (typeof VENDOR_JOB_STATES)[number];

/**
 * ABSENT needs a proof, or an operator who answers for it. A request whose answer was lost is
 * never sent again while it is UNKNOWN.
 */
export const vendorJobTransitions = {
  SUBMITTING: { accept: "ACCEPTED", refuse: "REFUSED", lose: "UNKNOWN" },
  UNKNOWN: { accept: "ACCEPTED", absent: "ABSENT" },
  ACCEPTED: { succeed: "SUCCEEDED", fail: "FAILED", cancel: "CANCELED" },
  SUCCEEDED: {},
  FAILED: {},
  CANCELED: {},
  REFUSED: {},
  ABSENT: {},
} as const satisfies Record<VendorJobState, Partial<Record<string, VendorJobState>>>;

export type VendorJobEvent = {
  [S in VendorJobState]: keyof (typeof vendorJobTransitions)[S];
}[VendorJobState];

/** The states from which `event` is legal; a guarded UPDATE names exactly these. */
export function vendorJobSources(event: VendorJobEvent): readonly VendorJobState[] {
  return VENDOR_JOB_STATES.filter((state) => event in vendorJobTransitions[state]);
}

export function isVendorJobOver(state: VendorJobState): boolean {
  return Object.keys(vendorJobTransitions[state]).length === 0;
}

export interface VendorJobNews {
  readonly state: VendorJobState;
  readonly stage: VendorStage | null;
  readonly progress: number;
  readonly outputs: readonly string[];
  readonly failure: VendorFailure | null;
  readonly cost: VendorCost | null;
}

const STAGE_RANK: Readonly<Record<VendorStage, number>> = { queued: 0, throttled: 1, running: 2 };
/** Kept for the end: a vendor that says 100 while it still works is believed up to here. */
const MOST_BEFORE_THE_END = 99;

/**
 * What a job is after one more piece of news. Terminal states stick and stages never go back, so
 * news in any order, and any number of times, ends in the same state (G3).
 */
export function hearOfVendorJob(job: VendorJobNews, status: VendorStatus): VendorJobNews {
  if (isVendorJobOver(job.state)) return job;
  switch (status.state) {
    case "succeeded":
      return {
        ...job,
        state: "SUCCEEDED",
        stage: "running",
        progress: 100,
        outputs: status.outputs,
        cost: status.cost ?? job.cost,
      };
    case "failed":
      return { ...job, state: "FAILED", failure: status.failure, cost: status.cost ?? job.cost };
    case "canceled":
      return {
        ...job,
        state: "CANCELED",
        failure: {
          class: "vendor_error",
          retryable: false,
          billed: status.billed,
          internal: "canceled at the vendor",
        },
        cost: status.cost ?? job.cost,
      };
    case "queued":
    case "throttled":
    case "running": {
      const known = job.stage === null ? -1 : STAGE_RANK[job.stage];
      const said = Math.min(MOST_BEFORE_THE_END, Math.max(0, Math.floor(status.progress ?? 0)));
      return {
        ...job,
        state: "ACCEPTED",
        stage: STAGE_RANK[status.state] > known ? status.state : job.stage,
        progress: Math.max(job.progress, said),
      };
    }
  }
}

const FIRST_POLL_MS = 5_000;
const POLL_GROWTH = 1.3;
const MOST_POLL_MS = 60_000;
/** Where callbacks come, asking only makes up for lost ones. */
const WITH_CALLBACK = 3;
/** A job that has been silent for this long is asked for only now and then. */
export const STUCK_AFTER_MS = 6 * 3_600_000;
const STUCK_POLL_MS = 15 * 60_000;

/** When to ask next, after `polls` questions (G3). `jitter` is in [0, 1). */
export function nextPollMs(
  asked: { readonly polls: number; readonly ageMs: number; readonly hasCallback: boolean },
  jitter: number,
): number {
  if (asked.ageMs > STUCK_AFTER_MS) return STUCK_POLL_MS;
  const base = FIRST_POLL_MS * (asked.hasCallback ? WITH_CALLBACK : 1);
  const grown = Math.min(MOST_POLL_MS, base * POLL_GROWTH ** Math.min(asked.polls, 20));
  return Math.round(grown * (1 + jitter / 5));
}
