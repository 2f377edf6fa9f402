"use client";
import type { ReconciliationBreak } from "@cutroom/contracts";
import { CircleCheck } from "lucide-react";
import { useCallback, useState } from "react";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";
import { useNow } from "../start/use-now.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import { BreakDialog } from "./break-dialog.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const MICROS = 1_000_000;

export interface BreakList {
  readonly breaks: readonly ReconciliationBreak[];
  readonly total: number;
}

/** The list of breaks, open or resolved, for the page that shows it. */
export function useBreaks(resolved: boolean): Answer<BreakList> {
  const api = useApi();
  return useAnswer<BreakList>(
    useCallback(() => api.listBreaks({ query: { resolved: String(resolved) } }), [api, resolved]),
  );
}

function Stake({ of }: { readonly of: ReconciliationBreak }) {
  const t = useT("ops");
  const locale = useLocale();
  if (of.credits !== null) return t("breaks.credits", { count: of.credits });
  if (of.cost_micros === null || of.currency === null) return t("breaks.nothing");
  const money = { style: "currency", currency: of.currency, maximumFractionDigits: 6 } as const;
  return (of.cost_micros / MICROS).toLocaleString(locale, money);
}

function Actions(props: {
  readonly of: ReconciliationBreak;
  readonly onOpen: () => void;
  readonly onTaken: (taken: ReconciliationBreak) => void;
}) {
  const { of } = props;
  const t = useT("ops");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const ask = () => api.takeBreak({ params: { break_id: of.id } });
  const take = () =>
    run(ask, (taken) => {
      props.onTaken(taken);
      return t("breaks.taken");
    });
  return (
    <div className={css["buttons"]}>
      {of.state === "OPEN" ? (
        <Button kind="quiet" busy={busy} onClick={() => void take()}>
          {t("breaks.take")}
        </Button>
      ) : null}
      <Button kind="quiet" onClick={props.onOpen}>
        {t(of.state === "RESOLVED" ? "breaks.history" : "breaks.resolve")}
      </Button>
    </div>
  );
}

function Row(props: {
  readonly of: ReconciliationBreak;
  readonly onOpen: () => void;
  readonly onTaken: (taken: ReconciliationBreak) => void;
}) {
  const { of } = props;
  const t = useT("ops");
  const format = useFormatter();
  const now = useNow();
  return (
    <tr>
      <th scope="row">{t(`breaks.kinds.${of.kind}`)}</th>
      <td>
        <span className={css["subject"]} title={of.subject}>
          {of.subject}
        </span>
      </td>
      <td className={css["number"]}>
        <Stake of={of} />
      </td>
      <td title={t("breaks.times", { count: format.number(of.times_opened) })}>
        {format.relativeTime(new Date(of.opened_at), now)}
      </td>
      <td>{(of.state === "RESOLVED" ? of.resolved_by : of.owner) ?? t("breaks.nobody")}</td>
      <td className={css["actions"]}>
        <Actions {...props} />
      </td>
    </tr>
  );
}

function Table(props: {
  readonly list: BreakList;
  readonly resolved: boolean;
  readonly onOpen: (opened: ReconciliationBreak) => void;
  readonly onTaken: (taken: ReconciliationBreak) => void;
}) {
  const { list, resolved } = props;
  const t = useT("ops");
  const format = useFormatter();
  if (list.breaks.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheck size={20} strokeWidth={1.5} />}
        title={t(resolved ? "breaks.emptyResolved" : "breaks.emptyTitle")}
        {...(resolved ? {} : { body: t("breaks.emptyBody") })}
      />
    );
  }
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("breaks.columns.kind")}</th>
            <th scope="col">{t("breaks.columns.subject")}</th>
            <th scope="col" className={css["number"]}>
              {t("breaks.columns.stake")}
            </th>
            <th scope="col">{t("breaks.columns.age")}</th>
            <th scope="col">{t(resolved ? "breaks.columns.resolved" : "breaks.columns.owner")}</th>
            <td>
              <span className="visually-hidden">{t("breaks.columns.actions")}</span>
            </td>
          </tr>
        </thead>
        <tbody>
          {list.breaks.map((one) => (
            <Row key={one.id} of={one} onOpen={() => props.onOpen(one)} onTaken={props.onTaken} />
          ))}
        </tbody>
      </table>
      {list.total > list.breaks.length ? (
        <p className={css["note"]}>
          {t("breaks.more", {
            shown: format.number(list.breaks.length),
            total: format.number(list.total),
          })}
        </p>
      ) : null}
    </div>
  );
}

/** Breaks of the reconciliation: what, how much, since when, whose; taken and resolved here. */
export function Breaks(props: {
  readonly answer: Answer<BreakList>;
  readonly resolved: boolean;
  readonly onResolvedChange: (resolved: boolean) => void;
}) {
  const { answer, resolved } = props;
  const t = useT("ops");
  const [opened, setOpened] = useState<ReconciliationBreak | null>(null);
  const replace = (taken: ReconciliationBreak) =>
    answer.change(({ breaks, total }) => ({
      breaks: breaks.map((one) => (one.id === taken.id ? taken : one)),
      total,
    }));
  return (
    <OpsSection
      id="breaks"
      title={t("breaks.title")}
      intro={t("breaks.intro")}
      answer={answer}
      tools={
        <Select
          label={t("breaks.title")}
          hideLabel
          value={resolved ? "resolved" : "open"}
          onChange={(value) => props.onResolvedChange(value === "resolved")}
          options={[
            { value: "open", label: t("breaks.showOpen") },
            { value: "resolved", label: t("breaks.showResolved") },
          ]}
        />
      }
    >
      {(list) => (
        <>
          <Table list={list} resolved={resolved} onOpen={setOpened} onTaken={replace} />
          {opened === null ? null : (
            <BreakDialog
              of={opened}
              onClose={() => setOpened(null)}
              onResolved={() => answer.reload()}
            />
          )}
        </>
      )}
    </OpsSection>
  );
}
