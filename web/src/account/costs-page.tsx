"use client";
import type { CostGroup, CostRow } from "@cutroom/contracts";
import { COST_GROUPS } from "@cutroom/contracts";
import Link from "next/link";
import { useCallback, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import { COST_COLUMNS, type CostColumn, costCsv } from "./cost-csv.ts";
import { CostTable } from "./cost-table.tsx";
import css from "./costs-page.module.css";

const PERIODS = { d7: 7, d30: 30, d90: 90 } as const;
type Period = keyof typeof PERIODS;
const PERIOD_NAMES = Object.keys(PERIODS) as Period[];
const DAY_MS = 86_400_000;
/** Rows that one request of the download brings. */
const DOWNLOAD_ROWS = "200";

interface Report {
  readonly rows: readonly CostRow[];
  readonly next: string | null;
}

/** The first day of a period that ends today. */
function firstDay(period: Period): string {
  return new Date(Date.now() - (PERIODS[period] - 1) * DAY_MS).toISOString().slice(0, 10);
}

function useReport(by: CostGroup, period: Period) {
  const api = useApi();
  const problemText = useProblemText();
  const ask = useCallback(
    () => api.listUsageCost({ query: { by, from: firstDay(period) } }),
    [api, by, period],
  );
  const answer = useAnswer<Report>(ask);
  const [busy, setBusy] = useState(false);
  const more = async () => {
    const after = answer.value?.next ?? null;
    if (after === null) return;
    setBusy(true);
    const page = await api.listUsageCost({ query: { by, from: firstDay(period), after } });
    setBusy(false);
    if (!page.ok) notifyFailure(problemText(page.failure));
    else answer.change(({ rows }) => ({ ...page.value, rows: [...rows, ...page.value.rows] }));
  };
  return { answer, busy, more };
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Fetches every page of the finest rows and saves them as one file. */
function Download({ period }: { readonly period: Period }) {
  const t = useT("costs");
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const readAll = async (): Promise<readonly CostRow[] | null> => {
    const rows: CostRow[] = [];
    for (let after: string | null = null; ;) {
      const query = { by: "detail" as const, from: firstDay(period), limit: DOWNLOAD_ROWS };
      const page = await api.listUsageCost({
        query: { ...query, ...(after === null ? {} : { after }) },
      });
      if (!page.ok) {
        notifyFailure(problemText(page.failure));
        return null;
      }
      rows.push(...page.value.rows);
      after = page.value.next;
      if (after === null) return rows;
    }
  };
  const download = async () => {
    setBusy(true);
    const rows = await readAll();
    setBusy(false);
    if (rows === null) return;
    const names = Object.fromEntries(
      COST_COLUMNS.map((column) => [column, t(`columns.${column}`)]),
    ) as Record<CostColumn, string>;
    save(costCsv(rows, names), `cutroom-costs-${firstDay(period)}.csv`);
    notify(t("downloaded", { count: rows.length }));
  };
  return (
    <Button busy={busy} onClick={() => void download()}>
      {t("download")}
    </Button>
  );
}

function Body(props: { readonly by: CostGroup; readonly answer: Answer<Report> }) {
  const t = useT("costs");
  const problemText = useProblemText();
  const { value, problem, reload } = props.answer;
  if (problem !== null) {
    return (
      <ErrorState body={problemText(problem)} requestId={problem.request_id} onRetry={reload} />
    );
  }
  if (value === null) return <Skeleton height={120} />;
  if (value.rows.length === 0) return <EmptyState title={t("emptyTitle")} body={t("emptyBody")} />;
  return <CostTable rows={value.rows} by={props.by} />;
}

/** What work was charged and has cost, for owners to read and to download (T3). */
export function CostsPage() {
  const t = useT("costs");
  const [by, setBy] = useState<CostGroup>("day");
  const [period, setPeriod] = useState<Period>("d30");
  return (
    <div className={css["page"]}>
      <header>
        <Link href="/account" className={css["back"]}>
          {t("back")}
        </Link>
        <h1 className={css["title"]}>{t("title")}</h1>
        <p className={css["note"]}>{t("intro")}</p>
      </header>
      <div className={css["tools"]}>
        <Select
          label={t("by")}
          value={by}
          onChange={setBy}
          options={COST_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) }))}
        />
        <Select
          label={t("period")}
          value={period}
          onChange={setPeriod}
          options={PERIOD_NAMES.map((value) => ({ value, label: t(`periods.${value}`) }))}
        />
        <Download period={period} />
      </div>
      <Report key={`${by}/${period}`} by={by} period={period} />
    </div>
  );
}

function Report({ by, period }: { readonly by: CostGroup; readonly period: Period }) {
  const t = useT("costs");
  const { answer, busy, more } = useReport(by, period);
  return (
    <div>
      <Body by={by} answer={answer} />
      {(answer.value?.next ?? null) === null ? null : (
        <Button busy={busy} className={css["more"]} onClick={() => void more()}>
          {t("older")}
        </Button>
      )}
    </div>
  );
}
