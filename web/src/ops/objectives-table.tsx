"use client";
import type { ObjectiveLevel } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import css from "./ops.module.css";
import { useLevelText } from "./use-level-text.ts";

const TONES = { idle: "neutral", kept: "good", missed: "warn", burning: "bad" } as const;
const BARS = { idle: "accent", kept: "accent", missed: "warn", burning: "bad" } as const;
const ALL = 100;

function Row({ of }: { readonly of: ObjectiveLevel }) {
  const t = useT("ops");
  const format = useFormatter();
  const text = useLevelText();
  const share = text.share(of.share);
  const name = t(`levels.objectives.${of.name}`);
  const promise =
    of.at_most === null
      ? t("levels.promiseShare", { share })
      : t("levels.promise", { share, limit: text.seconds(of.at_most) });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{promise}</td>
      <td className={css["number"]}>{text.share(of.tasks === 0 ? null : 1 - of.bad / of.tasks)}</td>
      <td className={css["number"]}>
        {t("levels.badOf", { bad: format.number(of.bad), tasks: format.number(of.tasks) })}
      </td>
      <td className={css["number"]}>{text.burn(of.burn_hour)}</td>
      <td className={css["number"]}>{text.burn(of.burn)}</td>
      <td className={css["budget"]}>
        <ProgressBar
          label={t("levels.budgetOf", { name })}
          percent={of.burn === null ? ALL : Math.max(0, (1 - of.burn) * ALL)}
          tone={BARS[of.state]}
        />
      </td>
      <td>
        <Badge tone={TONES[of.state]}>{t(`levels.states.${of.state}`)}</Badge>
      </td>
    </tr>
  );
}

/** What is promised, what was kept of it, and how fast what may go wrong is used up. */
export function ObjectivesTable(props: { readonly objectives: readonly ObjectiveLevel[] }) {
  const t = useT("ops");
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("levels.columns.objective")}</th>
            <th scope="col">{t("levels.columns.promise")}</th>
            <th scope="col" className={css["number"]}>
              {t("levels.columns.attained")}
            </th>
            <th scope="col" className={css["number"]}>
              {t("levels.columns.bad")}
            </th>
            <th scope="col" className={css["number"]}>
              {t("levels.columns.burnHour")}
            </th>
            <th scope="col" className={css["number"]}>
              {t("levels.columns.burn")}
            </th>
            <th scope="col">{t("levels.columns.budget")}</th>
            <th scope="col">{t("levels.columns.state")}</th>
          </tr>
        </thead>
        <tbody>
          {props.objectives.map((objective) => (
            <Row key={objective.name} of={objective} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
