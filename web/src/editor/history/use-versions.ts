"use client";
import type { ProjectVersion } from "@cutroom/contracts";
import { useCallback, useEffect } from "react";
import { useApi } from "../../server/client.ts";
import { type Answer, useAnswer } from "../../server/use-answer.ts";

/** The project's earlier states, newest first; asked again when `revision` is not among them yet. */
export function useVersions(
  projectId: string,
  revision: number,
): Answer<readonly ProjectVersion[]> {
  const api = useApi();
  const answer = useAnswer<readonly ProjectVersion[]>(
    useCallback(async () => {
      const listed = await api.listProjectVersions({ params: { project_id: projectId } });
      return listed.ok ? { ok: true, value: listed.value.versions } : listed;
    }, [api, projectId]),
  );
  const { value, reload } = answer;
  const isOld = value !== null && (value[0]?.revision ?? 0) < revision;
  useEffect(() => {
    if (isOld) void reload();
  }, [isOld, reload]);
  return answer;
}
