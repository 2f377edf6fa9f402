"use client";
import type { ProjectSummary } from "@cutroom/contracts";
import { useCallback, useEffect } from "react";
import { useApi } from "../server/client.ts";
import { onReconnected } from "../server/connection.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";

export type Projects = Answer<readonly ProjectSummary[]>;

/** The user's projects, last changed first. */
export function useProjects(): Projects {
  const api = useApi();
  const projects = useAnswer<readonly ProjectSummary[]>(
    useCallback(async () => {
      const answer = await api.listProjects();
      return answer.ok ? { ok: true, value: answer.value.projects } : answer;
    }, [api]),
  );
  const { reload } = projects;
  useEffect(() => onReconnected(() => void reload()), [reload]);
  return projects;
}
