"use client";
import type { EndpointOutput, ExportSpec, ProblemBody } from "@cutroom/contracts";
import { useEffect, useState } from "react";
import { useApi } from "../server/client.ts";

export type Estimate = EndpointOutput<"estimateExport">;
export type EstimateState =
  | { readonly status: "waiting" }
  | { readonly status: "known"; readonly estimate: Estimate }
  | { readonly status: "refused"; readonly problem: ProblemBody };

const SETTLE_MS = 200;

/** What the export would cost and be; asked again a moment after the last change. */
export function useEstimate(
  asked: {
    readonly projectId: string;
    readonly revision: number;
    /** The same object as long as nothing changes. */
    readonly spec: ExportSpec;
  },
  enabled: boolean,
): EstimateState {
  const { projectId, revision, spec } = asked;
  const api = useApi();
  const [state, setState] = useState<EstimateState>({ status: "waiting" });
  useEffect(() => {
    if (!enabled) return undefined;
    const control = new AbortController();
    const ask = async () => {
      const answer = await api.estimateExport(
        { body: { project_id: projectId, revision, spec } },
        { signal: control.signal },
      );
      setState(
        answer.ok
          ? { status: "known", estimate: answer.value }
          : { status: "refused", problem: answer.failure },
      );
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        if (!control.signal.aborted) throw error;
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      control.abort(new Error("superseded"));
    };
  }, [api, projectId, revision, spec, enabled]);
  return state;
}
