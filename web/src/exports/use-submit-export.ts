"use client";
import type { ExportSpec, ProblemBody } from "@cutroom/contracts";
import { useRef, useState } from "react";
import { useApi } from "../server/client.ts";
import { receiveTasks } from "../server/workspace.ts";
import { isUncertain } from "./export-choice.ts";

interface Attempt {
  readonly key: string;
  readonly project_id: string;
  readonly revision: number;
  readonly spec: ExportSpec;
}

/**
 * Submits an export once, however often the button is pressed (I4): an attempt whose fate is
 * not known is repeated unchanged under its key; a new choice is a new attempt.
 */
export function useSubmitExport() {
  const api = useApi();
  const attempt = useRef<Attempt | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemBody | null>(null);

  const submit = async (wanted: {
    readonly projectId: string;
    readonly spec: ExportSpec;
    readonly beforeSubmit: () => Promise<number | null>;
  }): Promise<string | null> => {
    setBusy(true);
    setProblem(null);
    try {
      if (attempt.current === null) {
        const revision = await wanted.beforeSubmit();
        if (revision === null) return null;
        const { projectId: project_id, spec } = wanted;
        attempt.current = { key: crypto.randomUUID(), project_id, revision, spec };
      }
      const { key, ...body } = attempt.current;
      const answer = await api.createExport({ body, idempotencyKey: key });
      if (!answer.ok) {
        if (!isUncertain(answer.failure.code)) attempt.current = null;
        setProblem(answer.failure);
        return null;
      }
      attempt.current = null;
      receiveTasks([answer.value.task]);
      return answer.value.task_id;
    } finally {
      setBusy(false);
    }
  };
  /** A changed choice is another request. */
  const reset = () => {
    attempt.current = null;
    setProblem(null);
  };
  return { submit, reset, busy, problem };
}
