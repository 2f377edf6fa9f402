"use client";
import type { ReconciliationRun } from "@cutroom/contracts";
import { useCallback } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const COUNTS = ["found", "fresh", "returned", "gone"] as const;
const SCHEDULE = "schedule";

const total = (run: ReconciliationRun, what: (typeof COUNTS)[number]) =>
  run.checks.reduce((sum, check) => sum + check[what], 0);

function Row({ run }: { readonly run: ReconciliationRun }) {
  const t = useT("ops");
  const format = useFormatter();
  const failed = run.checks.filter((check) => check.failed);
  const startedAt = new Date(run.started_at);
  const tookS =
    run.finished_at === null
      ? null
      : (new Date(run.finished_at).getTime() - startedAt.getTime()) / 1000;
  return (
    <tr>
      <th scope="row">{format.dateTime(startedAt, { dateStyle: "medium", timeStyle: "short" })}</th>
      <td>{run.asked_by === SCHEDULE ? t("runs.schedule") : run.asked_by}</td>
      <td className={css["number"]}>
        {tookS === null
          ? t("runs.running")
          : t("runs.seconds", { count: format.number(tookS, { maximumFractionDigits: 1 }) })}
      </td>
      {COUNTS.map((what) => (
        <td key={what} className={css["number"]}>
          {format.number(total(run, what))}
        </td>
      ))}
      <td className={failed.length === 0 ? undefined : css["failed"]}>
        {failed.length === 0
          ? t("runs.none")
          : failed.map((check) => t(`breaks.kinds.${check.kind}`)).join(", ")}
      </td>
    </tr>
  );
}

function Table({ runs }: { readonly runs: readonly ReconciliationRun[] }) {
  const t = useT("ops");
  if (runs.length === 0) {
    return <EmptyState title={t("runs.emptyTitle")} body={t("runs.emptyBody")} />;
  }
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("runs.columns.started")}</th>
            <th scope="col">{t("runs.columns.by")}</th>
            <th scope="col" className={css["number"]}>
              {t("runs.columns.took")}
            </th>
            {COUNTS.map((what) => (
              <th key={what} scope="col" className={css["number"]}>
                {t(`runs.columns.${what}`)}
              </th>
            ))}
            <th scope="col">{t("runs.columns.failed")}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last runs of the reconciliation, and a new one on demand. */
export function Runs(props: { readonly onRun: () => Promise<void> }) {
  const t = useT("ops");
  const format = useFormatter();
  const api = useApi();
  const answer = useAnswer<readonly ReconciliationRun[]>(
    useCallback(async () => {
      const listed = await api.listReconciliationRuns();
      return listed.ok ? { ok: true, value: listed.value.runs } : listed;
    }, [api]),
  );
  const { busy, run } = useOpsAction();
  const reconcile = async () => {
    const ask = () => api.runReconciliation();
    const isDone = await run(ask, (made) =>
      t("runs.done", {
        found: format.number(total(made, "found")),
        fresh: format.number(total(made, "fresh") + total(made, "returned")),
      }),
    );
    if (isDone) await Promise.all([answer.reload(), props.onRun()]);
  };
  return (
    <OpsSection
      id="runs"
      title={t("runs.title")}
      answer={answer}
      tools={
        <Button busy={busy} onClick={() => void reconcile()}>
          {t("runs.run")}
        </Button>
      }
    >
      {(runs) => <Table runs={runs} />}
    </OpsSection>
  );
}
