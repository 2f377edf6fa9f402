"use client";
import { AUTO_MODEL, MAX_SEED, PROMPT_MAX } from "@cutroom/contracts";
import { Dices } from "lucide-react";
import { useT } from "../i18n/use-t.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { NumberField } from "../ui/number-field.tsx";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { TextField } from "../ui/text-field.tsx";
import { COUNTS, type GenerateChoice, rollSeed } from "./generate-choice.ts";
import { type FormModel, lengthsOf, ratiosOf } from "./generate-models.ts";
import css from "./generate.module.css";

export interface FieldsProps {
  /** Null until the models are known. */
  readonly model: FormModel | null;
  readonly choice: GenerateChoice;
  readonly change: (part: Partial<GenerateChoice>) => void;
  /** The clip begins with a picture. */
  readonly hasFrames: boolean;
}

/** Shape, length and seed; a model that shapes clips by their first picture is asked for none. */
function Shape({ model, choice, change, hasFrames }: FieldsProps) {
  const t = useT("generate");
  const isShaped = hasFrames && model?.shaped_by_frame === true;
  const isOpen = model?.name === AUTO_MODEL;
  return (
    <div className={css["fields"]}>
      {isShaped && !isOpen ? null : (
        <Select
          label={t("ratio")}
          value={choice.ratio}
          onChange={(ratio) => change({ ratio })}
          options={ratiosOf(model).map((value) => ({ value, label: t(`ratios.${value}`) }))}
        />
      )}
      {isShaped ? (
        <p className={css["note"]}>{t(isOpen ? "frames.maybeShaped" : "frames.shaped")}</p>
      ) : null}
      <Select
        label={t("duration")}
        value={choice.seconds}
        onChange={(seconds) => change({ seconds })}
        options={lengthsOf(model).map((value) => ({
          value,
          label: t("seconds", { count: value }),
        }))}
      />
      <div className={css["seed"]} hidden={model?.seed === false}>
        <NumberField
          label={t("seed")}
          value={choice.seed}
          min={0}
          max={MAX_SEED}
          onChange={(seed) => change({ seed })}
        />
        <IconButton
          label={t("reroll")}
          icon={<Dices size={16} strokeWidth={1.5} />}
          onClick={() => change({ seed: rollSeed() })}
        />
      </div>
      <Select
        label={t("count")}
        value={choice.count}
        onChange={(count) => change({ count })}
        options={COUNTS.map((value) => ({ value, label: String(value) }))}
      />
    </div>
  );
}

/** What only some models can do, and the shape of the clip. */
export function Options(props: FieldsProps) {
  const t = useT("generate");
  const { model, choice, change } = props;
  return (
    <>
      {model?.negative_prompt === true ? (
        <TextField
          label={t("negativePrompt")}
          maxLength={PROMPT_MAX}
          value={choice.negativePrompt}
          onChange={(negativePrompt) => change({ negativePrompt })}
        />
      ) : null}
      <Shape {...props} />
      {model?.caption === false ? null : (
        <Switch
          label={t("caption")}
          checked={choice.caption}
          onChange={(caption) => change({ caption })}
        />
      )}
    </>
  );
}
