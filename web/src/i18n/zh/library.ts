import type { library as words } from "../en/library.ts";
import type { Translated } from "../messages.ts";

export const library: Translated<typeof words> = {};
