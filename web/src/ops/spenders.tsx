"use client";
import type { Spender } from "@cutroom/contracts";
import { CircleCheck } from "lucide-react";
import { useCallback } from "react";
import { COST_FIELDS } from "../account/cost-csv.ts";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import type { Person } from "./risk-dialog.tsx";

const WINDOWS = [
  { value: 1, label: "d1" },
  { value: 7, label: "d7" },
  { value: 30, label: "d30" },
] as const;
const MICROS = 1_000_000;

interface Spending {
  readonly spenders: readonly Spender[];
}

/** Whose work cost most in the last days. */
export function useSpenders(days: number): Answer<Spending> {
  const api = useApi();
  return useAnswer<Spending>(
    useCallback(() => api.listSpenders({ query: { days: String(days) } }), [api, days]),
  );
}

/** All of it in each currency; an estimate counts until the bill is there. */
function Cost({ of }: { readonly of: Spender }) {
  const t = useT("costs");
  const locale = useLocale();
  if (of.costs.length === 0) return t("none");
  return of.costs.map((cost) => {
    const rest = COST_FIELDS.slice(2).reduce((sum, name) => sum + cost[name], 0);
    const micros = Math.max(cost.provider_estimate, cost.provider_actual) + rest;
    const money = { style: "currency", currency: cost.currency, maximumFractionDigits: 6 } as const;
    return <div key={cost.currency}>{(micros / MICROS).toLocaleString(locale, money)}</div>;
  });
}

function Row({ of, onOpen }: { readonly of: Spender; readonly onOpen: (of: Person) => void }) {
  const t = useT("risk");
  const format = useFormatter();
  return (
    <tr>
      <th scope="row">
        <span
          className={classNames(css["subject"], css["narrow"])}
          title={`${of.user_name} · ${of.email}`}
        >
          {of.user_name} · {of.email}
        </span>
      </th>
      <td>
        <span className={classNames(css["subject"], css["narrow"])} title={of.tenant_name}>
          {of.tenant_name}
        </span>
      </td>
      <td>{t(`states.${of.state}`)}</td>
      <td className={css["number"]}>{format.number(of.tasks)}</td>
      <td className={css["number"]}>{format.number(of.failed)}</td>
      <td className={css["number"]}>
        {format.number(of.credits.settled - of.credits.refunded - of.credits.compensated)}
      </td>
      <td className={css["number"]}>
        <Cost of={of} />
      </td>
      <td className={css["actions"]}>
        <Button kind="quiet" onClick={() => onOpen(of)}>
          {t("ops.open")}
        </Button>
      </td>
    </tr>
  );
}

const NAMES = ["person", "workspace", "state"] as const;
const NUMBERS = ["tasks", "failed", "credits", "cost"] as const;

/** Whose work cost most: where odd costs are seen, and looked into. */
export function Spenders(props: {
  readonly answer: Answer<Spending>;
  readonly days: number;
  readonly onDaysChange: (days: number) => void;
  readonly onOpen: (of: Person) => void;
}) {
  const t = useT("risk");
  return (
    <OpsSection
      id="spenders"
      title={t("ops.spenders.title")}
      intro={t("ops.spenders.intro")}
      answer={props.answer}
      tools={
        <Select<number>
          label={t("ops.spenders.window")}
          hideLabel
          value={props.days}
          onChange={props.onDaysChange}
          options={WINDOWS.map(({ value, label }) => ({
            value,
            label: t(`ops.spenders.windows.${label}`),
          }))}
        />
      }
    >
      {({ spenders }) =>
        spenders.length === 0 ? (
          <EmptyState
            icon={<CircleCheck size={20} strokeWidth={1.5} />}
            title={t("ops.spenders.emptyTitle")}
            body={t("ops.spenders.emptyBody")}
          />
        ) : (
          <div className={css["scroll"]}>
            <table className={css["table"]}>
              <thead>
                <tr>
                  {NAMES.map((name) => (
                    <th key={name} scope="col">
                      {t(`ops.columns.${name}`)}
                    </th>
                  ))}
                  {NUMBERS.map((name) => (
                    <th key={name} scope="col" className={css["number"]}>
                      {t(`ops.columns.${name}`)}
                    </th>
                  ))}
                  <td>
                    <span className="visually-hidden">{t("ops.columns.actions")}</span>
                  </td>
                </tr>
              </thead>
              <tbody>
                {spenders.map((one) => (
                  <Row key={`${one.tenant_id}/${one.user_id}`} of={one} onOpen={props.onOpen} />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </OpsSection>
  );
}
