import type { GenerationModel } from "@cutroom/contracts";

/** Names that their makers gave them are the same in every language. */
export const MODEL_BRANDS: Readonly<Partial<Record<GenerationModel["name"], string>>> = {
  "runway-gen4.5": "Runway Gen-4.5",
  "veo-3.1-fast": "Google Veo 3.1 Fast",
  "luma-ray-3.2": "Luma Ray 3.2",
  "kling-3": "Kling 3 Standard",
  "wan-2.2": "Wan 2.2",
};
