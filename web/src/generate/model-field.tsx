"use client";
import type { GenerationModel } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { Select } from "../ui/select.tsx";
import { useModelName } from "./model-name.ts";

/** Who makes the clip, with its price and what has to be said of it; hidden while there is no choice. */
export function ModelField(props: {
  readonly models: readonly GenerationModel[];
  readonly value: GenerationModel;
  readonly onChange: (model: GenerationModel) => void;
}) {
  const t = useT("generate");
  const nameOf = useModelName();
  const { models, value, onChange } = props;
  if (models.length < 2) return null;
  const priceOf = ({ price }: GenerationModel) =>
    t("pricePer", { credits: price.credits, seconds: price.every_ms / 1_000 });
  const kindOf = (model: GenerationModel) => t(model.ai_disclosure === "ai" ? "ai" : "notAi");
  return (
    <Select
      label={t("model")}
      value={value.name}
      options={models.map((model) => ({
        value: model.name,
        label: nameOf(model.name),
        hint: `${kindOf(model)} · ${priceOf(model)}`,
      }))}
      onChange={(name) => {
        const chosen = models.find((model) => model.name === name);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/** Who gets the words, and what must be said of the work (G8). */
export function ModelNote({ model }: { readonly model: GenerationModel | null }) {
  const t = useT("generate");
  const nameOf = useModelName();
  if (model?.ai_disclosure !== "ai") return t("note");
  return t("noteAi", { model: nameOf(model.name), regions: model.regions.join(", ") });
}
