"use client";
import type { ProblemBody } from "@cutroom/contracts";
import type { Result } from "@cutroom/timeline";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { notify, notifyFailure } from "../ui/toaster.tsx";

/**
 * One thing that an operator does: busy while it runs, said when it is done, explained when it is
 * refused. `run` answers whether it was done.
 */
export function useOpsAction() {
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const run = async <T>(
    act: () => Promise<Result<T, ProblemBody>>,
    done: (value: T) => string,
  ): Promise<boolean> => {
    setBusy(true);
    const answer = await act();
    setBusy(false);
    if (answer.ok) notify(done(answer.value));
    else notifyFailure(problemText(answer.failure));
    return answer.ok;
  };
  return { busy, run };
}
