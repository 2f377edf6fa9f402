"use client";
import { formatTimecode, framesToFlicks } from "@cutroom/timeline";
import { useCallback } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { useAccount } from "../server/session.ts";
import { formatBytes, formatDuration, formatFrame, formatRate } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { type AiLabelChoice, AiLabelSwitch } from "./ai-label-switch.tsx";
import {
  CAPTION_CHOICES,
  type ExportChoice,
  FORMATS,
  LOUDNESSES,
  type OpenFilm,
  QUALITIES,
  RATES,
  estimatedBytes,
  questionsOf,
  resolutionName,
  withFormat,
} from "./export-choice.ts";
import css from "./export-dialog.module.css";
import type { EstimateState } from "./use-estimate.ts";

function Figures(props: { readonly estimate: EstimateState; readonly choice: ExportChoice }) {
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
    [t("form.length"), known && known.duration_ms > 0 && formatDuration(known.duration_ms)],
    [t("form.frame"), known && known.width > 0 && formatFrame(known.width, known.height)],
    [
      t("form.size"),
      known && t("form.about", { size: formatBytes(estimatedBytes(known, props.choice), locale) }),
    ],
  ] as const;
  return (
    <dl className={css["figures"]} aria-live="polite" aria-busy={known === null}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === false ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats that no machine makes at the moment cannot be chosen, and say so. */
function FormatSelect(props: {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
  readonly disabled: boolean;
}) {
  const t = useT("exports");
  const api = useApi();
  const { value: known } = useAnswer(useCallback(() => api.listExportFormats(), [api]));
  const missing = known?.formats.filter((one) => !one.available).map((one) => one.format) ?? [];
  return (
    <Select
      label={t("form.format")}
      className={css["format"] ?? ""}
      value={props.choice.format}
      disabled={props.disabled}
      onChange={(format) => props.onChange(withFormat(props.choice, format))}
      options={FORMATS.map((value) => ({
        value,
        label: t(`format.${value}`),
        disabled: missing.includes(value),
        hint: missing.includes(value) ? t("form.unavailable") : t(`formatHint.${value}`),
      }))}
    />
  );
}

/** The whole film, or what is marked of it; each says how long it is. */
function ExtentSelect(props: {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
  readonly film: OpenFilm;
  readonly disabled: boolean;
}) {
  const t = useT("exports");
  const { choice, film } = props;
  const { rate, frameCount, marks } = film;
  const timecode = (frame: number) => formatTimecode(framesToFlicks(frame, rate), rate);
  const named = (value: ExportChoice["extent"], count: number) =>
    t("extent.of", { name: t(`extent.${value}`), length: timecode(count), count });
  const marked =
    marks === null
      ? { label: t("extent.marks"), hint: t("extent.unmarked"), disabled: true }
      : {
          label: named("marks", marks.endFrame - marks.startFrame),
          hint: `${timecode(marks.startFrame)} – ${timecode(marks.endFrame)}`,
        };
  return (
    <Select<ExportChoice["extent"]>
      label={t("form.extent")}
      className={css["format"] ?? ""}
      value={marks === null ? "whole" : choice.extent}
      disabled={props.disabled}
      onChange={(extent) => props.onChange({ ...choice, extent })}
      options={[
        { value: "marks", ...marked },
        { value: "whole", label: named("whole", frameCount) },
      ]}
    />
  );
}

const rateName = (rate: string) => {
  const [n = 0, d = 1] = rate.split("/").map(Number);
  return formatRate({ n, d });
};

/** What becomes of captions, and how loud the whole is. */
function SoundAndCaptions(props: {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
  readonly disabled: boolean;
}) {
  const t = useT("exports");
  const { choice, onChange, disabled } = props;
  const asked = questionsOf(choice.format);
  return (
    <>
      {asked.captions ? (
        <Select
          label={t("form.captions")}
          value={choice.captions}
          disabled={disabled}
          onChange={(captions) => onChange({ ...choice, captions })}
          options={CAPTION_CHOICES.map((value) => ({ value, label: t(`captions.${value}`) }))}
        />
      ) : null}
      {asked.loudness ? (
        <Select
          label={t("form.loudness")}
          value={choice.loudness}
          disabled={disabled}
          onChange={(loudness) => onChange({ ...choice, loudness })}
          options={LOUDNESSES.map((value) => ({
            value,
            label:
              value === "mixed"
                ? t("loudness.mixed")
                : t("loudness.lufs", { value: String(value).replace("-", "−") }),
            hint:
              value === "mixed" ? undefined : t(value === -14 ? "loudness.web" : "loudness.air"),
          }))}
        />
      ) : null}
    </>
  );
}

interface FormProps {
  readonly choice: ExportChoice;
  readonly onChange: (choice: ExportChoice) => void;
  readonly film: OpenFilm;
  readonly aiLabel: AiLabelChoice;
  readonly disabled: boolean;
}

/** What is made besides: sizes for slow connections, and a word in the picture. */
function Switches({ choice, onChange, aiLabel, disabled }: FormProps) {
  const t = useT("exports");
  return (
    <div className={css["switches"]}>
      {choice.format === "mp4-h264" ? (
        <Switch
          label={t("form.adaptive")}
          checked={choice.adaptive}
          onChange={(adaptive) => onChange({ ...choice, adaptive })}
        />
      ) : null}
      {questionsOf(choice.format).resolutions.length === 0 ? null : (
        <AiLabelSwitch label={aiLabel} disabled={disabled} />
      )}
    </div>
  );
}

/** The choice, and live what it costs. */
export function ExportForm(props: FormProps & { readonly estimate: EstimateState }) {
  const t = useT("exports");
  const limit = useAccount()?.plan.max_resolution ?? Number.POSITIVE_INFINITY;
  const { choice, onChange, disabled } = props;
  const asked = questionsOf(choice.format);
  return (
    <>
      <FormatSelect {...props} />
      {asked.lasts ? <ExtentSelect {...props} /> : null}
      <div className={css["choices"]}>
        {asked.resolutions.length === 0 ? null : (
          <Select
            label={t("form.resolution")}
            value={choice.resolution}
            disabled={disabled}
            onChange={(resolution) => onChange({ ...choice, resolution })}
            options={asked.resolutions.map((value) => ({
              value,
              label: resolutionName(value),
              disabled: value > limit,
              hint: value > limit ? t("form.overPlan") : undefined,
            }))}
          />
        )}
        {asked.rate ? (
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
                  : t("form.rateValue", { rate: rateName(value) }),
            }))}
          />
        ) : null}
        {asked.quality ? (
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
        ) : null}
        <SoundAndCaptions {...props} />
      </div>
      <Switches {...props} />
      <Figures estimate={props.estimate} choice={choice} />
    </>
  );
}
