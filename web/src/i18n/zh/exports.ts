import type { exports as words } from "../en/exports.ts";
import type { Translated } from "../messages.ts";

export const exports: Translated<typeof words> = {};
