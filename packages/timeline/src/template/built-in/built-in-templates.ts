/** The templates that every workspace has. Their words are translated by id where people see them. */
import type { Template } from "../template.ts";
import { beforeAfter } from "./before-after.ts";
import { photoSlideshow } from "./photo-slideshow.ts";
import { productPromo } from "./product-promo.ts";
import { quoteCard } from "./quote-card.ts";
import { titleAndShots } from "./title-and-shots.ts";
import { travelReel } from "./travel-reel.ts";

export const BUILT_IN_TEMPLATES = {
  "title-and-shots": titleAndShots(),
  "travel-reel": travelReel(),
  "product-promo": productPromo(),
  "photo-slideshow": photoSlideshow(),
  "quote-card": quoteCard(),
  "before-after": beforeAfter(),
} as const satisfies Readonly<Record<string, Template>>;

export type BuiltInTemplateId = keyof typeof BUILT_IN_TEMPLATES;
export const BUILT_IN_TEMPLATE_IDS = Object.keys(BUILT_IN_TEMPLATES) as BuiltInTemplateId[];
