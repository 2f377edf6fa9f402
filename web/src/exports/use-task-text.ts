"use client";
import type { Task } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { isSettled } from "../server/task-state.ts";
import { formatRate } from "../ui/format.ts";
import { questionsOf, resolutionName } from "./export-choice.ts";

/** What a task's state, failure, cost and settings read like. */
export function useTaskText() {
  const t = useT("exports");
  const tFail = useT("failures");
  const formatter = useFormatter();
  return {
    state(task: Task): string {
      if (task.cancel_requested_at !== null && !isSettled(task)) return t("state.canceling");
      return t(`state.${task.state}`);
    },
    /** What happened and what to do; null when nothing failed, or when the person wanted it so. */
    failure(task: Task): string | null {
      if (task.state === "CANCELED") return null;
      const isFree = isSettled(task) && task.credits.settled === 0 && task.credits.released > 0;
      const credits = isFree ? ` ${t("credits.returned")}` : "";
      if (task.failure === null) {
        return task.state === "EXPIRED" ? `${t("expiredNext")}${credits}` : null;
      }
      const { code } = task.failure;
      return `${tFail(`what.${code}`)} ${tFail(`next.${code}`)}${credits}`;
    },
    /** That a finished file waits for the store, and how long; null when none does. */
    kept(task: Task): string | null {
      if (task.output_kept_until === null || isSettled(task)) return null;
      const until = new Date(task.output_kept_until);
      return t("kept", { time: formatter.dateTime(until, { hour: "numeric", minute: "2-digit" }) });
    },
    credits(task: Task): string {
      const { reserved, settled, released } = task.credits;
      if (!isSettled(task)) {
        return t("credits.reserved", { count: reserved - settled - released });
      }
      return settled === 0 ? t("credits.none") : t("credits.settled", { count: settled });
    },
    settings(task: Task): string {
      const spec = task.export;
      if (spec === null) return "";
      const { format, resolution, quality, rate, range } = spec;
      const asked = questionsOf(format);
      const parts = [
        format === "mp4-h264" ? null : t(`format.${format}`),
        asked.resolutions.length === 0 ? null : resolutionName(resolution),
        rate === undefined ? null : t("form.rateValue", { rate: formatRate(rate) }),
        asked.quality ? t(`quality.${quality}`) : null,
        range === undefined || !asked.lasts
          ? null
          : t("extent.frames", {
              from: String(range.start_frame),
              to: String(range.end_frame - 1),
            }),
      ];
      return parts.filter((part) => part !== null).join(" · ");
    },
  };
}
