"use client";
import type { EndpointOutput, Task } from "@cutroom/contracts";
import { useEffect, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import css from "./generate.module.css";
import { useModelName } from "./model-name.ts";

type Attempt = EndpointOutput<"listGenerationAttempts">["attempts"][number];

/** Whom a clip was asked of; empty until that is known. */
function useAttempts(id: string): readonly Attempt[] {
  const api = useApi();
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const answer = await api.listGenerationAttempts(
        { params: { task_id: id } },
        { signal: control.signal },
      );
      if (answer.ok) setAttempts(answer.value.attempts);
    };
    ask().catch((error: unknown) => {
      if (!control.signal.aborted) throw error;
    });
    return () => control.abort(new Error("left"));
  }, [api, id]);
  return attempts;
}

const REASONS = ["auth", "quota", "concurrency", "rate_limited", "vendor_error"] as const;

function Asked({ task, model }: { readonly task: Task; readonly model: Attempt["model"] }) {
  const t = useT("generate");
  const nameOf = useModelName();
  const attempts = useAttempts(task.id);
  const refused = attempts.filter((one) => one.state === "refused");
  const why = (attempt: Attempt) =>
    t(`asked.reasons.${REASONS.find((one) => one === attempt.reason) ?? "other"}`);
  return (
    <div className={css["asked"]} data-testid="asked-models">
      <p>
        {t(task.state === "SUCCEEDED" ? "asked.title" : "asked.making", { model: nameOf(model) })}
      </p>
      {refused.map((attempt) => (
        <p key={attempt.at} className={css["note"]}>
          {t("asked.before", { model: nameOf(attempt.model), reason: why(attempt) })}
        </p>
      ))}
    </div>
  );
}

/** Who makes a clip, or has made it, where nobody was named; and who had turned it away (G4). */
export function AskedModels({ task }: { readonly task: Task }) {
  const { generation } = task;
  if (generation?.auto === undefined) return null;
  // Asked for again when the task moves.
  return <Asked key={task.version} task={task} model={generation.model} />;
}
