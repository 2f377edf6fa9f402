"use client";
import { AUTO_MODEL } from "@cutroom/contracts";
import type { GenerationModel } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { Select } from "../ui/select.tsx";
import type { FormModel } from "./generate-models.ts";
import css from "./generate.module.css";
import { useFormModelName, useModelName } from "./model-name.ts";

/** Its price, what has to be said of it, and until when it is there. */
function useModelHint(): (model: FormModel) => string {
  const t = useT("generate");
  const format = useFormatter();
  return ({ name, price, ai_disclosure: disclosure, retires_at: until }) => {
    const facts = [
      t(disclosure === "ai" ? "ai" : "notAi"),
      name === AUTO_MODEL
        ? t("autoHint")
        : t("pricePer", { credits: price.credits, seconds: price.every_ms / 1_000 }),
    ];
    if (until !== null) {
      facts.push(t("until", { date: format.dateTime(new Date(until), { dateStyle: "short" }) }));
    }
    return facts.join(" · ");
  };
}

/** Who makes the clip, with its price and what has to be said of it; hidden while there is no choice. */
export function ModelField(props: {
  readonly models: readonly FormModel[];
  readonly value: FormModel;
  readonly onChange: (model: FormModel) => void;
}) {
  const t = useT("generate");
  const nameOf = useFormModelName();
  const hintOf = useModelHint();
  const { models, value, onChange } = props;
  if (models.length < 2) return null;
  return (
    <Select
      label={t("model")}
      value={value.name}
      options={models.map((model) => ({
        value: model.name,
        label: nameOf(model.name),
        hint: hintOf(model),
      }))}
      onChange={(name) => {
        const chosen = models.find((model) => model.name === name);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

interface NoteProps {
  readonly model: FormModel | null;
  /** Where none is named: those that may make the clip as it is asked for. */
  readonly able: readonly GenerationModel["name"][];
}

function useNote({ model, able }: NoteProps): string {
  const t = useT("generate");
  const nameOf = useModelName();
  const formNameOf = useFormModelName();
  const format = useFormatter();
  if (model?.ai_disclosure !== "ai") return t("note");
  const regions = model.regions.join(", ");
  if (model.name !== AUTO_MODEL) return t("noteAi", { model: formNameOf(model.name), regions });
  const names = able.map((name) => nameOf(name));
  return t("noteAuto", { models: format.list(names, { type: "disjunction" }), regions });
}

/** Who gets the words, and what must be said of the work (G8). */
export function ModelNote(props: NoteProps) {
  return <p className={css["note"]}>{useNote(props)}</p>;
}
