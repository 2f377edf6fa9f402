"use client";
import type { Evidence, EvidenceAnswer } from "@cutroom/contracts";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import css from "./ops.module.css";

const QUESTION = { version: 1, purpose: "review" } as const;
const DIGEST_SHOWN = 12;

type Asked = { readonly answer: EvidenceAnswer } | { readonly problem: string };

function Line({ one }: { readonly one: Evidence }) {
  const t = useT("evidence");
  const tReview = useT("review");
  const format = useFormatter();
  const { body } = one;
  const findings = body?.findings.map((reason) => tReview(`reasons.${reason}`)) ?? [];
  return (
    <li>
      <div>
        {[
          tReview(`ops.kinds.${one.model}`),
          t(`roles.${one.role}`),
          t("policy", { version: one.policy }),
          ...(body === null ? [t("archived")] : findings.length === 0 ? [t("nothing")] : findings),
        ].join(" · ")}
      </div>
      <div title={`${one.model_version} · ${one.input_digest}`}>
        {[
          format.dateTime(new Date(one.at), { dateStyle: "medium", timeStyle: "short" }),
          t("input", { digest: one.input_digest.slice(0, DIGEST_SHOWN) }),
          t("bytes", { count: format.number(one.size_bytes) }),
        ].join(" · ")}
      </div>
    </li>
  );
}

/** Why models came to what they said of a content: asked for by a button, because asking is kept. */
export function EvidenceList({ reviewId }: { readonly reviewId: string }) {
  const t = useT("evidence");
  const format = useFormatter();
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = async () => {
    setBusy(true);
    const answer = await api.queryEvidence({ body: { ...QUESTION, review_id: reviewId } });
    setBusy(false);
    setAsked(answer.ok ? { answer: answer.value } : { problem: problemText(answer.failure) });
  };
  return (
    <div>
      <h3>{t("title")}</h3>
      {asked === null ? (
        <>
          <p className={css["note"]}>{t("askNote")}</p>
          <Button busy={busy} onClick={() => void ask()}>
            {t("ask")}
          </Button>
        </>
      ) : null}
      {asked !== null && "problem" in asked ? (
        <ErrorState body={asked.problem} onRetry={ask} />
      ) : null}
      {asked !== null && "answer" in asked ? (
        <>
          {asked.answer.evidence.length === 0 ? (
            <p className={css["note"]}>{t("none")}</p>
          ) : (
            <ol className={css["history"]}>
              {asked.answer.evidence.map((one) => (
                <Line key={one.id} one={one} />
              ))}
            </ol>
          )}
          <p className={css["note"]}>
            {t("left", { count: format.number(asked.answer.left_today) })}
          </p>
        </>
      ) : null}
    </div>
  );
}
