"use client";
import { useCallback } from "react";
import { useT } from "../i18n/use-t.ts";

/** Signals that have words; whatever comes beside them is "something unusual". */
const KNOWN = [
  "device-accounts",
  "network-accounts",
  "device-rate",
  "attempt-rate",
  "refusals",
  "similar-input",
  "young-account",
  "rate",
  "same-input",
  "operator",
] as const;

/** Why somebody is held, in the words of the page. */
export function useReasons(): (reasons: readonly string[]) => string {
  const t = useT("risk");
  return useCallback(
    (reasons) =>
      reasons
        .map((reason) => t(`reasons.${KNOWN.find((known) => known === reason) ?? "other"}`))
        .join(" · "),
    [t],
  );
}
