import { Cron } from "croner";
import type { Table } from "./journal.ts";
import type { Schedule } from "./message.ts";
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

/**
 * The schedules that are due, each once however many of its times were missed, and when the next
 * one is (Infinity: never). A paused one lets its times pass.
 */
export function takeDue(
  schedules: Table<Schedule>,
  nowMs: number,
): { readonly due: readonly Schedule[]; readonly nextMs: number } {
  const due: Schedule[] = [];
  let nextMs = Infinity;
  for (const schedule of schedules.values()) {
    const isDue = (schedule.fireAtMs ?? Infinity) <= nowMs;
    if (isDue && !schedule.isPaused) due.push(schedule);
    // Kept by older versions without a time: reckoned from now.
    const isKnown = !isDue && schedule.fireAtMs !== undefined;
    const fireAtMs = isKnown ? schedule.fireAtMs : nextFireMs(schedule.cron, nowMs);
    if (!isKnown) schedules.set(schedule.scheduleId, { ...schedule, fireAtMs });
    nextMs = Math.min(nextMs, fireAtMs ?? Infinity);
  }
  return { due, nextMs };
}
