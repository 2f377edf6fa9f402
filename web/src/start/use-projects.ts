"use client";
import type { ProjectSummary } from "@cutroom/contracts";
import { useCallback } from "react";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";

export type Projects = Answer<readonly ProjectSummary[]>;

/** The user's projects, last changed first. */
export function useProjects(): Projects {
  const api = useApi();
  return useAnswer<readonly ProjectSummary[]>(
    useCallback(async () => {
      const answer = await api.listProjects();
      return answer.ok ? { ok: true, value: answer.value.projects } : answer;
    }, [api]),
  );
}
