import { schema } from "@cutroom/db";
import { VENDOR_NAMES } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { applyCallbacks } from "./apply-callbacks.ts";
import { callbackToken } from "./callback-url.ts";

const { vendorCallback } = schema;

export interface ReceivedCallback {
  readonly vendor: string;
  readonly rawBody: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request that the address names, with the proof that it was made here. */
  readonly job: string | null;
  readonly token: string | null;
}

/**
 * Keeps what a vendor calls back with, fast, and looks into it afterwards (G3). Refused unless
 * the address was made here and the vendor signed these very bytes just now; copies of what is
 * kept change nothing.
 */
export async function receiveCallback(deps: Deps, received: ReceivedCallback) {
  const vendor = VENDOR_NAMES.find((name) => name === received.vendor);
  const generator = vendor === undefined ? undefined : deps.generators.get(vendor);
  if (vendor === undefined || generator === undefined) return refuse("request.not-found");
  const { rawBody, headers, job } = received;
  if (job !== null && received.token !== (await callbackToken(deps, job))) {
    return refuse("auth.required");
  }
  const heard = await generator.verifyCallback({ rawBody, headers, nowMs: deps.clock.nowMs() });
  if (heard.kind !== "valid") {
    deps.log({ level: "warn", message: "callback refused", vendor, why: heard.kind });
    return refuse("auth.required");
  }
  await deps.database
    .insert(vendorCallback)
    .values({
      vendor,
      eventId: heard.eventId,
      jobId: job,
      vendorJobId: heard.jobId,
      status: heard.status,
    })
    .onConflictDoNothing();
  deps.defer(applyCallbacks(deps));
  return ok({ ok: true as const });
}
