import type { GenerationModel } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";

/** Names that their makers gave them are the same in every language. */
const BRANDS: Readonly<Partial<Record<GenerationModel["name"], string>>> = {
  "runway-gen4.5": "Runway Gen-4.5",
  "veo-3.1-fast": "Google Veo 3.1 Fast",
  "luma-ray-3.2": "Luma Ray 3.2",
  "kling-3": "Kling 3 Standard",
  "wan-2.2": "Wan 2.2",
};

/** What a model is called on the screen. */
export function useModelName(): (name: GenerationModel["name"]) => string {
  const t = useT("generate");
  const ours = (name: GenerationModel["name"]) => {
    if (name === "procedural") return t("models.builtIn");
    return name === "self-hosted" ? t("models.own") : t("models.gateway");
  };
  return (name) => BRANDS[name] ?? ours(name);
}
