import type { problems as words } from "../en/problems.ts";
import type { Translated } from "../messages.ts";

export const problems: Translated<typeof words> = {};
