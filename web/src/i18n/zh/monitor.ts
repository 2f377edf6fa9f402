import type { monitor as words } from "../en/monitor.ts";
import type { Translated } from "../messages.ts";

export const monitor: Translated<typeof words> = {};
