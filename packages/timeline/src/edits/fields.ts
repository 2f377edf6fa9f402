/** Fields that several edits have. */
import { z } from "zod";
import { entityId } from "../document.ts";
import { PLACE_MODES } from "../place-clips.ts";

export const clipIds = z.array(entityId).min(1).max(20_000).readonly();
/** Leaves room for the number that new ids end in. */
export const idBase = entityId.max(56);
/** False leaves the link partners alone (E2). */
export const linked = z.boolean().optional();
export const placeMode = z.enum(PLACE_MODES);
export const rippleScope = z.enum(["track", "all"]);
