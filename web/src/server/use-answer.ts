"use client";
import type { ProblemBody } from "@cutroom/contracts";
import type { Result } from "@cutroom/timeline";
import { useCallback, useEffect, useState } from "react";

export interface Answer<T> {
  /** Null until the first answer; an older one stays while a newer one is on its way. */
  readonly value: T | null;
  /** Why the last question was refused. */
  readonly problem: ProblemBody | null;
  readonly reload: () => Promise<void>;
  /** Changes what is on screen without asking the server. */
  readonly change: (edit: (value: T) => T) => void;
}

/** Asks the API when the component appears and when `ask` changes; keep `ask` stable. */
export function useAnswer<T>(ask: () => Promise<Result<T, ProblemBody>>): Answer<T> {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<ProblemBody | null>(null);
  const take = useCallback((answer: Result<T, ProblemBody>) => {
    if (answer.ok) setValue(answer.value);
    setProblem(answer.ok ? null : answer.failure);
  }, []);
  const reload = useCallback(async () => take(await ask()), [ask, take]);
  useEffect(() => {
    let current = true;
    void ask().then((answer) => (current ? take(answer) : undefined));
    return () => {
      current = false;
    };
  }, [ask, take]);
  const change = useCallback(
    (edit: (value: T) => T) => setValue((now) => (now === null ? null : edit(now))),
    [],
  );
  return { value, problem, reload, change };
}
