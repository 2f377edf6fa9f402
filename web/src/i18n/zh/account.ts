import type { account as words } from "../en/account.ts";
import type { Translated } from "../messages.ts";

export const account: Translated<typeof words> = {};
