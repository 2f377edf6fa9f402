"use client";
import type { CostGroup, CostProfile, CostRow } from "@cutroom/contracts";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { COST_FIELDS } from "./cost-csv.ts";
import css from "./cost-table.module.css";

const MICROS = 1_000_000;

/** Which columns a grouping has before the numbers. */
const KEYS = {
  day: ["day"],
  user: ["user"],
  model: ["scene", "model"],
  detail: ["day", "user", "scene", "model"],
} as const satisfies Readonly<Record<CostGroup, readonly string[]>>;

/** One amount for each currency; a dash for nothing. */
function Money(props: { readonly costs: readonly CostProfile[]; readonly of: keyof CostProfile }) {
  const t = useT("costs");
  const locale = useLocale();
  const amounts = props.costs.flatMap((cost) => {
    const micros = Number(cost[props.of]);
    if (micros === 0) return [];
    const money = { style: "currency", currency: cost.currency } as const;
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
    return [[cost.currency, (micros / MICROS).toLocaleString(locale, { ...money, ...digits })]];
  });
  if (amounts.length === 0) return t("none");
  return amounts.map(([currency, amount]) => <div key={currency}>{amount}</div>);
}

function useKeyText(): (row: CostRow, key: (typeof KEYS)[CostGroup][number]) => string {
  const t = useT("costs");
  return (row, key) => {
    switch (key) {
      case "day":
        return row.day ?? "";
      case "user":
        return row.user === null || row.user.name === "" ? t("nobody") : row.user.name;
      case "scene":
        return row.scene === null ? t("none") : t(`scenes.${row.scene}`);
      case "model":
        return row.model === null || row.model === "" ? t("none") : row.model;
    }
  };
}

function Line({ row, by }: { readonly row: CostRow; readonly by: CostGroup }) {
  const format = useFormatter();
  const keyText = useKeyText();
  return (
    <tr>
      {KEYS[by].map((key, index) => {
        const text = keyText(row, key);
        const Cell = index === 0 ? "th" : "td";
        return (
          <Cell key={key} {...(index === 0 ? { scope: "row" } : {})}>
            <span className={css["name"]} title={text}>
              {text}
            </span>
          </Cell>
        );
      })}
      <td className={css["number"]}>{format.number(row.tasks)}</td>
      <td className={css["number"]}>{format.number(row.credits.settled)}</td>
      <td className={css["number"]}>{format.number(row.credits.refunded)}</td>
      <td className={css["number"]}>{format.number(row.credits.compensated)}</td>
      {COST_FIELDS.map((name) => (
        <td key={name} className={css["number"]}>
          <Money costs={row.costs} of={name} />
        </td>
      ))}
    </tr>
  );
}

/** Rows of a cost report, with the columns of how they are grouped. */
export function CostTable(props: { readonly rows: readonly CostRow[]; readonly by: CostGroup }) {
  const { rows, by } = props;
  const t = useT("costs");
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {KEYS[by].map((key) => (
              <th key={key} scope="col">
                {t(`columns.${key}`)}
              </th>
            ))}
            {(["tasks", "settled", "refunded", "compensated", ...COST_FIELDS] as const).map(
              (name) => (
                <th key={name} scope="col" className={css["number"]}>
                  {t(`columns.${name}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={[row.day, row.user?.id, row.scene, row.model].join("/")} row={row} by={by} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
