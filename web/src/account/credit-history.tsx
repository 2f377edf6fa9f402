"use client";
import { type CreditEntry, taskFailureCode } from "@cutroom/contracts";
import { useCallback, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import css from "./credit-history.module.css";

/** What adds to what can be spent, and what takes from it. */
const SIGN: Readonly<Record<CreditEntry["event"], "+" | "−" | "">> = {
  given: "+",
  reserved: "−",
  charged: "",
  "given-back": "+",
  refunded: "+",
  "made-good": "+",
  "charged-extra": "−",
};
/** Done by an operator, whose reason is for people to read. */
const BY_HAND: ReadonlySet<CreditEntry["event"]> = new Set([
  "refunded",
  "made-good",
  "charged-extra",
]);
/** The reason of the credits that come every month. */
const PLAN = "plan";

interface Page {
  readonly entries: readonly CreditEntry[];
  readonly next: number | null;
}

function useCreditEntries() {
  const api = useApi();
  const problemText = useProblemText();
  const answer = useAnswer<Page>(useCallback(() => api.listCreditEntries(), [api]));
  const [busy, setBusy] = useState(false);
  const { value, change } = answer;
  const older = async () => {
    const before = value?.next ?? null;
    if (before === null) return;
    setBusy(true);
    const page = await api.listCreditEntries({ query: { before: String(before) } });
    setBusy(false);
    if (!page.ok) {
      notifyFailure(problemText(page.failure));
      return;
    }
    change((now) => ({
      entries: [...now.entries, ...page.value.entries],
      next: page.value.next,
    }));
  };
  return { ...answer, busy, older };
}

/** Why, in words: a failure's code has a sentence, an operator wrote one. */
function useReason(entry: CreditEntry): string | null {
  const tFail = useT("failures");
  const code = taskFailureCode.safeParse(entry.reason).data;
  if (code !== undefined) return tFail(`what.${code}`);
  return BY_HAND.has(entry.event) ? entry.reason : null;
}

/** What the credits were for, by its name. */
function useWork(task: CreditEntry["task"]): string | null {
  const t = useT("account");
  if (task === null) return null;
  const kind = task.scene === "generate" ? "generate" : "export";
  return task.name === null
    ? t(`history.unnamed.${kind}`)
    : t(`history.named.${kind}`, { name: task.name });
}

function Entry({ entry }: { readonly entry: CreditEntry }) {
  const t = useT("account");
  const format = useFormatter();
  const { event, task } = entry;
  const reason = useReason(entry);
  const isMonthly = event === "given" && entry.reason === PLAN;
  const work = useWork(task);
  const notes = [
    work,
    entry.given_back > 0 ? t("history.rest", { count: format.number(entry.given_back) }) : null,
    reason,
    format.dateTime(new Date(entry.at), { dateStyle: "medium", timeStyle: "short" }),
  ].filter((note) => note !== null);
  return (
    <li className={css["entry"]}>
      <div className={css["text"]}>
        <p>{t(isMonthly ? "history.events.plan" : `history.events.${event}`)}</p>
        <p className={css["note"]} title={work ?? undefined}>
          {notes.join(" · ")}
        </p>
      </div>
      <p className={css["number"]}>
        {SIGN[event]}
        {format.number(entry.credits)}
      </p>
      <p className={css["left"]}>
        {t("history.left", { count: format.number(entry.available_after) })}
      </p>
    </li>
  );
}

/** What happened to the credits: held, charged, given back, refunded, come again. */
export function CreditHistory(props: { readonly renewAt: string }) {
  const t = useT("account");
  const format = useFormatter();
  const problemText = useProblemText();
  const { value, problem, reload, busy, older } = useCreditEntries();
  const date = format.dateTime(new Date(props.renewAt), { dateStyle: "medium" });
  return (
    <div>
      <p className={css["note"]}>{t("history.renews", { date })}</p>
      {problem === null ? null : (
        <ErrorState body={problemText(problem)} onRetry={() => reload()} />
      )}
      {value === null && problem === null ? <Skeleton height={48} /> : null}
      {value?.entries.length === 0 ? (
        <EmptyState title={t("history.emptyTitle")} body={t("history.emptyBody")} />
      ) : (
        <ul className={css["entries"]}>
          {value?.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {(value?.next ?? null) === null ? null : (
        <Button busy={busy} onClick={() => void older()}>
          {t("history.older")}
        </Button>
      )}
    </div>
  );
}
