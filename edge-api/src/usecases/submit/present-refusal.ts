import type { QuotaRefusal } from "@cutroom/domain";
import { refuse } from "../../refusal.ts";

/** A full layer as the caller is told of it: which, how much, and when to come again (C4). */
export function refuseQuota(refusal: QuotaRefusal, nowMs: number) {
  const { code, layer, limit, used, remaining, resetsAtMs } = refusal;
  return refuse(code, {
    layer,
    limit,
    used,
    remaining,
    reset_at: new Date(resetsAtMs).toISOString(),
    retry_after_s: Math.max(1, Math.ceil((resetsAtMs - nowMs) / 1000)),
  });
}
