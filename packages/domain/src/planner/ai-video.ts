/** Capacity and cost of the generation platform (O2), by Little's law and multiplication. */
import { DAYS_PER_MONTH, SECONDS_PER_DAY, figure } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { forecast } from "./forecast.ts";

export interface VideoLoad {
  readonly tasksPerDay: number;
  readonly peakPerS: number;
  readonly seconds: number;
  readonly slowSeconds: number;
  readonly headroom: number;
}

export const VIDEO_LOAD: VideoLoad = {
  tasksPerDay: 240_000,
  peakPerS: 16,
  seconds: 180,
  slowSeconds: 300,
  headroom: 0.25,
};

const OUTAGE = { capacityPerS: 12, seconds: 600, recoveryPerS: 20 } as const;
const RENDER = { perS: 1.2, seconds: 360 } as const;
const PEAK = 7;
const API_PER_DAY = 12_000_000;
const WRITES = { perTask: 23, plannedPerDay: 8_500_000, targetPerS: 1_500 } as const;
const STORED = { perTaskMb: 33, uploadsPerDay: 120_000, perUploadMb: 35, copies: 1.2 } as const;
const DELIVERED = { viewsPerTask: 3.5, viewMb: 12, downloads: 30_000, downloadMb: 120 } as const;
const PRICES = { storedGbMonth: 0.12, deliveredGb: 0.18, task: 1.8 } as const;
const DUPLICATES = 0.001;
const API_TARGET_PER_S = 1_500;
/** Shares of the vendors, the last one for trying out. */
const VENDOR_SHARES = [0.4, 0.3, 0.25, 0.05] as const;
const MB_PER_TB = 1_000_000;
const GB_PER_TB = 1_000;

function planSlots(load: VideoLoad): readonly Figure[] {
  const { peakPerS, seconds, slowSeconds, headroom } = load;
  const mean = Math.round((load.tasksPerDay / SECONDS_PER_DAY) * 100) / 100;
  const slow = peakPerS * slowSeconds;
  const slots = slow * (1 + headroom);
  const backlog = (peakPerS - OUTAGE.capacityPerS) * OUTAGE.seconds;
  const renders = RENDER.perS * RENDER.seconds;
  return [
    figure("tasks_per_s", load.tasksPerDay / SECONDS_PER_DAY, `${load.tasksPerDay} a day`, 2),
    // From the rate as it is printed, to the hundredth, which is how it is told on paper.
    figure("in_flight_mean", mean * seconds, `${mean}/s x ${seconds} s; told as about 500`),
    figure("in_flight", peakPerS * seconds, `${peakPerS}/s x ${seconds} s`),
    figure("in_flight_slow", slow, `${peakPerS}/s x ${slowSeconds} s`),
    figure("slots", slots, `+ ${headroom * 100} %`),
    ...VENDOR_SHARES.map((share, index) =>
      figure(`slots_vendor_${index + 1}`, slots * share, `${share * 100} %`),
    ),
    figure("backlog", backlog, `(${peakPerS} - ${OUTAGE.capacityPerS}) x ${OUTAGE.seconds} s`),
    figure(
      "backlog_clear_s",
      backlog / (OUTAGE.recoveryPerS - peakPerS),
      `at ${OUTAGE.recoveryPerS}/s`,
    ),
    figure("renders", renders, `${RENDER.perS}/s x ${RENDER.seconds} s`),
    figure("render_slots", renders * (1 + headroom), `+ ${headroom * 100} %`),
  ];
}

function planRequests(load: VideoLoad): readonly Figure[] {
  const api = API_PER_DAY / SECONDS_PER_DAY;
  const writes = WRITES.plannedPerDay / SECONDS_PER_DAY;
  return [
    figure("api_per_s", api, `${API_PER_DAY} a day`),
    figure("api_peak_per_s", api * PEAK, `x ${PEAK}; rounded first: ${Math.round(api) * PEAK}`),
    figure("api_target_per_s", API_TARGET_PER_S, "to be proven"),
    figure("db_writes_per_day", load.tasksPerDay * WRITES.perTask, `${WRITES.perTask} a task`),
    figure("db_writes_per_s", writes, `planned for ${WRITES.plannedPerDay} a day`),
    figure(
      "db_writes_peak",
      writes * PEAK,
      `x ${PEAK}; rounded first: ${Math.round(writes) * PEAK}`,
    ),
    figure("db_writes_target", WRITES.targetPerS, "to be proven"),
  ];
}

function planStored(load: VideoLoad): readonly Figure[] {
  const clips = (load.tasksPerDay * STORED.perTaskMb) / MB_PER_TB;
  const uploads = (STORED.uploadsPerDay * STORED.perUploadMb) / MB_PER_TB;
  const hot = (clips + uploads) * DAYS_PER_MONTH * STORED.copies;
  const days = `${DAYS_PER_MONTH} days`;
  return [
    figure("stored_clips_tb_per_day", clips, `${STORED.perTaskMb} MB a task`, 2),
    figure("stored_clips_tb", clips * DAYS_PER_MONTH, days, 1),
    figure(
      "stored_uploads_tb_per_day",
      uploads,
      `${STORED.uploadsPerDay} x ${STORED.perUploadMb} MB`,
      2,
    ),
    figure("stored_uploads_tb", uploads * DAYS_PER_MONTH, days),
    figure("hot_tb", hot, `clips + uploads, x ${STORED.copies}`, 2),
    figure("hot_per_month", hot * GB_PER_TB * PRICES.storedGbMonth, `${PRICES.storedGbMonth} a GB`),
  ];
}

function planDelivered(load: VideoLoad): readonly Figure[] {
  const { viewsPerTask, viewMb, downloads: files, downloadMb } = DELIVERED;
  const views = (load.tasksPerDay * viewsPerTask * viewMb) / MB_PER_TB;
  const downloads = (files * downloadMb) / MB_PER_TB;
  const month = (views + downloads) * DAYS_PER_MONTH;
  return [
    figure("views_tb_per_day", views, `${viewsPerTask} a task x ${viewMb} MB`, 2),
    figure("downloads_tb_per_day", downloads, `${files} x ${downloadMb} MB`, 1),
    figure("cdn_tb_per_day", views + downloads, "views + downloads", 2),
    figure("cdn_tb_per_month", month, `${DAYS_PER_MONTH} days`, 1),
    figure("cdn_per_month", month * GB_PER_TB * PRICES.deliveredGb, `${PRICES.deliveredGb} a GB`),
  ];
}

function planModels(load: VideoLoad): readonly Figure[] {
  const day = load.tasksPerDay * PRICES.task;
  const twice = day * DUPLICATES;
  return [
    figure("models_per_day", day, `${PRICES.task} a task`),
    figure("models_per_month", day * DAYS_PER_MONTH, `${DAYS_PER_MONTH} days`),
    figure("duplicates_per_day", twice, `${DUPLICATES * 100} % of the requests`),
    figure("duplicates_per_month", twice * DAYS_PER_MONTH, `${DAYS_PER_MONTH} days`),
  ];
}

/** `history`: tasks of each past month, oldest first; with two or more a forecast is made (O2). */
export function planAiVideo(
  load: VideoLoad = VIDEO_LOAD,
  history: readonly number[] = [],
): readonly Figure[] {
  const ahead = [30, 90, 180] as const;
  const forecasts =
    history.length < 2
      ? []
      : ahead.map((days) =>
          figure(
            `tasks_per_day_in_${days}_days`,
            forecast(history, days / DAYS_PER_MONTH),
            `fitted to ${history.length} months`,
          ),
        );
  return [
    planSlots(load),
    planRequests(load),
    planStored(load),
    planDelivered(load),
    planModels(load),
    forecasts,
  ].flat();
}
