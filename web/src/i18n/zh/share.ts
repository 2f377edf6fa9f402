import type { share as words } from "../en/share.ts";
import type { Translated } from "../messages.ts";

export const share: Translated<typeof words> = {};
