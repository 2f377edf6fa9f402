"use client";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { useAccount } from "../server/session.ts";
import { formatBytes, formatDuration } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import {
  type ExportChoice,
  QUALITIES,
  RATES,
  RESOLUTIONS,
  estimatedBytes,
  resolutionName,
} from "./export-choice.ts";
import css from "./export-dialog.module.css";
import type { EstimateState } from "./use-estimate.ts";

function Figures(props: {
  readonly estimate: EstimateState;
  readonly quality: ExportChoice["quality"];
}) {
  const t = useT("exports");
  const locale = useLocale();
  const format = useFormatter();
  const problemText = useProblemText();
  const { estimate: state } = props;
  if (state.status === "refused") {
    return (
      <p role="alert" className={css["problem"]}>
        {problemText(state.problem)}
      </p>
    );
  }
  const known = state.status === "known" ? state.estimate : null;
  const rows = [
    [t("form.credits"), known && t("form.creditsValue", { count: known.credits })],
    [t("form.left"), known && format.number(known.balance - known.credits)],
    [t("form.length"), known && formatDuration(known.duration_ms)],
    [t("form.frame"), known && `${known.width} × ${known.height}`],
    [
      t("form.size"),
      known && t("form.about", { size: formatBytes(estimatedBytes(known, props.quality), locale) }),
    ],
  ] as const;
  return (
    <dl className={css["figures"]} aria-live="polite" aria-busy={known === null}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The choice, and live what it costs. */
export function ExportForm(props: {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
  readonly estimate: EstimateState;
  readonly disabled: boolean;
}) {
  const t = useT("exports");
  const limit = useAccount()?.plan.max_resolution ?? Number.POSITIVE_INFINITY;
  const { choice, onChange, disabled } = props;
  return (
    <>
      <div className={css["choices"]}>
        <Select
          label={t("form.resolution")}
          value={choice.resolution}
          disabled={disabled}
          onChange={(resolution) => onChange({ ...choice, resolution })}
          options={RESOLUTIONS.map((value) => ({
            value,
            label: resolutionName(value),
            disabled: value > limit,
            hint: value > limit ? t("form.overPlan") : undefined,
          }))}
        />
        <Select
          label={t("form.rate")}
          value={choice.rate}
          disabled={disabled}
          onChange={(rate) => onChange({ ...choice, rate })}
          options={RATES.map((value) => ({
            value,
            label:
              value === "project"
                ? t("form.projectRate")
                : t("form.rateValue", { rate: value.split("/")[0] ?? "" }),
          }))}
        />
        <Select
          label={t("form.quality")}
          value={choice.quality}
          disabled={disabled}
          onChange={(quality) => onChange({ ...choice, quality })}
          options={QUALITIES.map((value) => ({
            value,
            label: t(`quality.${value}`),
            hint: t(`qualityHint.${value}`),
          }))}
        />
      </div>
      <Figures estimate={props.estimate} quality={choice.quality} />
    </>
  );
}
