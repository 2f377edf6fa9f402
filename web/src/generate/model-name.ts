import { AUTO_MODEL } from "@cutroom/contracts";
import type { GenerationModel } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { MODEL_BRANDS } from "./model-brands.ts";
import type { FormModel } from "./generate-models.ts";

/** What a model is called on the screen. */
export function useModelName(): (name: GenerationModel["name"]) => string {
  const t = useT("generate");
  const ours = (name: GenerationModel["name"]) => {
    if (name === "procedural") return t("models.builtIn");
    return name === "self-hosted" ? t("models.own") : t("models.gateway");
  };
  return (name) => MODEL_BRANDS[name] ?? ours(name);
}

/** The same where none need be named. */
export function useFormModelName(): (name: FormModel["name"]) => string {
  const t = useT("generate");
  const nameOf = useModelName();
  return (name) => (name === AUTO_MODEL ? t("models.auto") : nameOf(name));
}
