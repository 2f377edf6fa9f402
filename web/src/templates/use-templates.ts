"use client";
import type { TemplateWithDocument } from "@cutroom/contracts";
import { useCallback } from "react";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";

export type Templates = Answer<readonly TemplateWithDocument[]>;

/** Templates with their documents, because the cards draw them; with `first`, so many built-in ones. */
export function useTemplates(first?: number): Templates {
  const api = useApi();
  return useAnswer<readonly TemplateWithDocument[]>(
    useCallback(async () => {
      const listed = await api.listTemplates();
      if (!listed.ok) return listed;
      const { templates } = listed.value;
      const wanted =
        first === undefined ? templates : templates.filter((one) => one.built_in).slice(0, first);
      const whole = await Promise.all(
        wanted.map(({ id }) => api.getTemplate({ params: { template_id: id } })),
      );
      // One that was deleted meanwhile is not shown.
      return { ok: true, value: whole.flatMap((one) => (one.ok ? [one.value] : [])) };
    }, [api, first]),
  );
}
