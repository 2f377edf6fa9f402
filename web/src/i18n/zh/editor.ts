import type { editor as words } from "../en/editor.ts";
import type { Translated } from "../messages.ts";

export const editor: Translated<typeof words> = {};
