"use client";
import type { ProblemBody } from "@cutroom/contracts";
import { useCallback } from "react";
import { useT } from "./use-t.ts";

/** The sentence for a refusal of the API, in the language of the page. */
export function useProblemText(): (problem: Pick<ProblemBody, "code">) => string {
  const t = useT("problems");
  return useCallback((problem) => t(problem.code), [t]);
}
