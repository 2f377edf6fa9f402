"use client";
import type { ProblemBody } from "@cutroom/contracts";
import { useCallback } from "react";
import { useFormatter, useT } from "./use-t.ts";

/** Closer than this, "in a moment" is what the sentence says already. */
const SOON_MS = 30_000;

/**
 * The sentence for a refusal of the API, in the language of the page; where a limit resets later
 * than in a moment, with the time at which it does.
 */
export function useProblemText(): (problem: Pick<ProblemBody, "code" | "details">) => string {
  const t = useT("problems");
  const tUi = useT("ui");
  const format = useFormatter();
  return useCallback(
    ({ code, details }) => {
      const resetsAt = new Date(details?.["reset_at"] ?? Number.NaN);
      if (!(resetsAt.getTime() - Date.now() > SOON_MS)) return t(code);
      const date = format.dateTime(resetsAt, { dateStyle: "medium", timeStyle: "short" });
      return `${t(code)} ${tUi("resetsAt", { date })}`;
    },
    [t, tUi, format],
  );
}
