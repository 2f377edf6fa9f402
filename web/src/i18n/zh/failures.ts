import type { failures as words } from "../en/failures.ts";
import type { Translated } from "../messages.ts";

export const failures: Translated<typeof words> = {};
