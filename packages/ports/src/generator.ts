/**
 * Generator: somebody who makes clips for money. The protocol of each vendor ends here; what
 * comes out says what is known, and never guesses (I3). Nothing here throws for what a vendor or
 * the network does.
 */
import type {
  ClipModel,
  ClipRatio,
  FrameRole,
  ModelName,
  VendorCost,
  VendorFailure,
  VendorName,
  VendorStatus,
} from "@cutroom/domain";

export interface GenerateRequest {
  /** The logical request: stored before the first byte leaves, the same however often asked. */
  readonly requestId: string;
  readonly model: ModelName;
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly seed: number;
  readonly ratio: ClipRatio;
  readonly durationMs: number;
  /** Pictures that the clip begins and ends with, by addresses that end soon. */
  readonly frames: Readonly<Partial<Record<FrameRole, string>>>;
  /** Where the vendor may call back about this request; null: it may not. */
  readonly callbackUrl: string | null;
}

/** What an adapter needs to ask for a job again, after any restart. Plain data. */
export interface VendorHandle {
  readonly jobId: string;
  /** Addresses that the vendor gave with the job, where it has its own for each. */
  readonly urls?: Readonly<Record<string, string>>;
}

export type SubmitOutcome =
  | { readonly kind: "accepted"; readonly handle: VendorHandle; readonly estimate?: VendorCost }
  /** Nothing was accepted, and that is certain. `retryAfterMs`: where the vendor says when. */
  | {
      readonly kind: "refused";
      readonly failure: VendorFailure;
      readonly retryAfterMs: number | null;
    }
  /** It may have been accepted. */
  | { readonly kind: "unknown"; readonly internal: string };

export type FindOutcome =
  /**
   * Jobs that may be it, newest first: a vendor that knows no names for requests has one for each
   * that asked for just the same. Whichever nobody else has is as good as another.
   */
  | { readonly kind: "found"; readonly handles: readonly VendorHandle[] }
  /** The vendor's own records prove that it never accepted the request. */
  | { readonly kind: "absent"; readonly internal: string }
  /** Not now: ask again later. */
  | { readonly kind: "undecided"; readonly internal: string }
  /** This vendor has no way to tell. */
  | { readonly kind: "unsupported" };

export type PollOutcome =
  | { readonly kind: "status"; readonly status: VendorStatus }
  /** The vendor does not know the job any more. */
  | { readonly kind: "gone"; readonly internal: string }
  /** No news; the job goes on as it was. */
  | {
      readonly kind: "unreachable";
      readonly retryAfterMs: number | null;
      readonly internal: string;
    };

export type CancelOutcome = "canceled" | "too_late" | "unsupported" | "unreachable";

export interface Callback {
  readonly rawBody: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

export type CallbackOutcome =
  | {
      readonly kind: "valid";
      /** The same for every copy of one message. */
      readonly eventId: string;
      readonly jobId: string;
      readonly status: VendorStatus;
    }
  | { readonly kind: "invalid"; readonly internal: string }
  | { readonly kind: "unsupported" };

export interface Generator {
  readonly vendor: VendorName;
  /** Whether it calls back at all. */
  readonly callsBack: boolean;
  /** What the model can do, or null when it is none of this vendor's. */
  capabilities(model: ModelName): ClipModel | null;
  estimate(request: Pick<GenerateRequest, "model" | "durationMs">): VendorCost | null;
  /** Sends the request once, never twice. */
  submit(request: GenerateRequest): Promise<SubmitOutcome>;
  /** What became of a request whose answer was lost. */
  find(request: GenerateRequest & { readonly submittedAtMs: number }): Promise<FindOutcome>;
  poll(handle: VendorHandle): Promise<PollOutcome>;
  cancel(handle: VendorHandle): Promise<CancelOutcome>;
  /** Judges the raw bytes: the signature of the vendor, and how old it is. */
  verifyCallback(callback: Callback): Promise<CallbackOutcome>;
  /** What must go with a request for an output; empty for signed addresses. */
  outputHeaders(url: string): Readonly<Record<string, string>>;
}
