import { Cron } from "croner";
import { QstashRefusal } from "./read-publish.ts";

/**
 * The next moment after `afterMs` that a cron text names, in ms; null when there is none. Five
 * fields, minutes as the finest; `CRON_TZ=Europe/Berlin ` in front sets the time zone.
 * @throws {QstashRefusal} 400 when the text is no such thing.
 */
export function nextFireMs(text: string, afterMs: number): number | null {
  const match = /^(?:CRON_TZ=(\S+)\s+)?(\S.*)$/u.exec(text.trim());
  const pattern = match?.[2] ?? "";
  const isShort = pattern.startsWith("@") || pattern.split(/\s+/u).length === 5;
  try {
    if (!isShort) throw new TypeError("five fields are needed");
    const cron = new Cron(pattern, { timezone: match?.[1] ?? "UTC", paused: true });
    return cron.nextRun(new Date(afterMs))?.getTime() ?? null;
  } catch (error) {
    throw new QstashRefusal(400, `invalid cron expression ${text}: ${(error as Error).message}`);
  }
}
