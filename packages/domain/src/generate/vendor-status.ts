/**
 * How everybody here speaks of a vendor's job (G1). The quirks of each vendor end in its adapter;
 * what it says is said again in these words.
 */
import type { FailureCode } from "../task/failures.ts";

export const VENDOR_NAMES = [
  "runway",
  "veo",
  "luma",
  "fal",
  "replicate",
  "openai-videos",
  "self-hosted",
] as const;
export type VendorName = (typeof VENDOR_NAMES)[number];

export const VENDOR_FAILURES = [
  "moderated_input",
  "moderated_output",
  "invalid_input",
  "auth",
  /** What was paid for, or a day's share, is used up. */
  "quota",
  /** Too many at once, or in too short a time. */
  "concurrency",
  "rate_limited",
  "vendor_error",
  "timeout",
  "expired",
] as const;
export type VendorFailureClass = (typeof VENDOR_FAILURES)[number];

/** Whether the vendor asks money for it. `unknown` is for the invoice to say. */
export type Billed = "yes" | "no" | "unknown";

export interface VendorFailure {
  readonly class: VendorFailureClass;
  /** The same request, sent once more, may end otherwise. */
  readonly retryable: boolean;
  readonly billed: Billed;
  /** In the vendor's words: for operators only, never shown to a user (F137). */
  readonly internal: string;
}

export interface VendorCost {
  readonly amountMicros: number;
  readonly currency: string;
}

/** What a job is doing while it is not over. Throttled: accepted, and kept back by the vendor. */
export const VENDOR_STAGES = ["queued", "throttled", "running"] as const;
export type VendorStage = (typeof VENDOR_STAGES)[number];

export type VendorStatus =
  | {
      readonly state: VendorStage;
      /** Percent, 0 to 100; absent where the vendor does not say. */
      readonly progress?: number;
      readonly position?: number;
    }
  | {
      readonly state: "succeeded";
      /** Where the vendor keeps what it made; ours alone, and not for long (I6). */
      readonly outputs: readonly string[];
      readonly cost?: VendorCost;
    }
  | {
      readonly state: "failed";
      readonly failure: VendorFailure;
      readonly cost?: VendorCost;
    }
  | { readonly state: "canceled"; readonly billed: Billed; readonly cost?: VendorCost };

/** What the owner of the clip is told (F137). */
const CODE_OF: Readonly<Record<VendorFailureClass, FailureCode>> = {
  moderated_input: "PROMPT_REFUSED",
  moderated_output: "OUTPUT_REFUSED",
  invalid_input: "MODEL_REFUSED",
  auth: "MODEL_UNAVAILABLE",
  quota: "MODEL_UNAVAILABLE",
  concurrency: "MODEL_UNAVAILABLE",
  rate_limited: "MODEL_UNAVAILABLE",
  vendor_error: "MODEL_FAILED",
  timeout: "MODEL_FAILED",
  expired: "OUTPUT_LOST",
};

export function failureCodeOf(failure: VendorFailureClass): FailureCode {
  return CODE_OF[failure];
}
