"use client";
import type { WebhookDelivery } from "@cutroom/contracts";
import { useCallback } from "react";
import { useT } from "../i18n/use-t.ts";

export const STATE_TONES = { PENDING: "accent", DELIVERED: "good", FAILED: "bad" } as const;

/** What tells one address from another in a sentence. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** What came of the last attempt, in words. */
export function useAnswerText(): (delivery: Pick<WebhookDelivery, "outcome" | "status">) => string {
  const t = useT("webhooks");
  return useCallback(
    ({ outcome, status }) => {
      if (status !== null) return t("answers.status", { status: String(status) });
      if (outcome === "blocked") return t("answers.blocked");
      return t(outcome === "unreachable" ? "answers.unreachable" : "answers.none");
    },
    [t],
  );
}
