/** Capacity and cost of a platform for clips of everybody, and what makes it cheaper (O2). */
import { DAYS_PER_MONTH, SECONDS_PER_DAY, figure } from "./figures.ts";
import type { Figure } from "./figures.ts";

export interface ClipLoad {
  readonly dailyUsers: number;
  readonly tasksPerUser: number;
  readonly readsPerUser: number;
  readonly peak: number;
  readonly cardSeconds: number;
  readonly clipMb: number;
}

export const CLIP_LOAD: ClipLoad = {
  dailyUsers: 1_000_000,
  tasksPerUser: 3,
  readsPerUser: 10,
  peak: 3,
  cardSeconds: 60,
  clipMb: 100,
};

/** Pushes of one task, and how many of them one write carries once they are coalesced. */
const PUSHES_PER_TASK = 20;
const COALESCED = 200;
/** Pushes to people, a second, once those of one person's tasks go out together every second. */
const PUSHES_PER_S = 300;
const UTILISATION = 0.7;
const WATCHED = 2;
const PRICES = { cardHour: 6, storedGbMonth: 0.12, outGb: 0.2 } as const;
const CENT = 0.01;
const MB_PER_TB = 1_000_000;
/** Stores count a terabyte in powers of two, networks in powers of ten. */
const STORED_GB_PER_TB = 1_024;
const SENT_GB_PER_TB = 1_000;

interface Stage {
  readonly stage: number;
  readonly tasksPerDay: number;
  /** What makes the next step due. */
  readonly trigger: string;
}

/** By tasks alone: users are another axis. */
export const STAGES: readonly Stage[] = [
  { stage: 0, tasksPerDay: 10_000, trigger: "the beginning" },
  { stage: 1, tasksPerDay: 100_000, trigger: "submit P99 > 2 s, or queueing > 5 min" },
  { stage: 2, tasksPerDay: 1_000_000, trigger: "callbacks > 500/s, or a table > 20 M rows" },
  { stage: 3, tasksPerDay: 10_000_000, trigger: "writes > 1.5 k/s, or > 100 ms between regions" },
];

/** How every step is taken. */
export const STEP_PLAN: readonly string[] = [
  "dual run: 5 % for 2 weeks",
  "compare: success, card time, queueing",
  "cut over: 1, 10, 50, 100 %, 24 h each",
  "roll back: by routing weight, queued work is finished where it is",
  "reconcile: every day",
];

/** What saves, percent of the part that it is about, and of how much. */
export const LEVERS: readonly { readonly name: string; readonly saves: string }[] = [
  { name: "720p previews", saves: "egress 40..60 %" },
  { name: "lifecycle of results", saves: "storage 60..80 %" },
  { name: "prefetch", saves: "origin 50 %, first frame 60 %" },
  { name: "low priority on spot", saves: "its cost 50..70 %" },
  { name: "GPU use 55 -> 75 %", saves: `GPU ${Math.floor((1 - 55 / 75) * 100)} %` },
];

function planCost(tasks: number, cardHours: number, storedTb: number): readonly Figure[] {
  const gpu = cardHours * PRICES.cardHour;
  const storage = storedTb * STORED_GB_PER_TB * PRICES.storedGbMonth;
  const out = storedTb * WATCHED;
  const bandwidth = out * SENT_GB_PER_TB * PRICES.outGb;
  const total = gpu + storage + bandwidth;
  const gpuShare = (gpu / total) * 100;
  return [
    figure("out_tb_per_day", out, `x ${WATCHED}`),
    figure("gpu_per_day", gpu, `${PRICES.cardHour} a card hour`),
    figure("bandwidth_per_day", bandwidth, `${PRICES.outGb} a GB`),
    figure("storage_per_day", storage, `${PRICES.storedGbMonth} a GB and month: about 37,000`),
    figure("cost_per_day", total, "GPU + bandwidth + storage: about 457,000"),
    figure("gpu_share", gpuShare, `%; cut off: ${Math.floor(gpuShare)}`),
    figure("bandwidth_share", (bandwidth / total) * 100, "%"),
    figure("storage_share", (storage / total) * 100, "%"),
    figure("cost_per_video", total / tasks, "a day's cost / a day's videos", 2),
    figure("cent_per_month", tasks * CENT * DAYS_PER_MONTH, `${CENT} less a video`),
  ];
}

export function planClipPlatform(load: ClipLoad = CLIP_LOAD): readonly Figure[] {
  const { dailyUsers, tasksPerUser, readsPerUser, peak } = load;
  const tasks = dailyUsers * tasksPerUser;
  const submit = (tasks * peak) / SECONDS_PER_DAY;
  const callbacks = Math.round(submit) * PUSHES_PER_TASK;
  const cardDays = (tasks * load.cardSeconds) / SECONDS_PER_DAY;
  const cardHours = cardDays * 24;
  const resident = cardDays / UTILISATION;
  const storedTb = (tasks * load.clipMb) / MB_PER_TB;
  return [
    figure("submit_per_s", submit, `${dailyUsers} x ${tasksPerUser} x peak ${peak}`),
    figure(
      "list_per_s",
      (dailyUsers * readsPerUser * peak) / SECONDS_PER_DAY,
      `${readsPerUser} each`,
    ),
    figure("callbacks_per_s", callbacks, `${PUSHES_PER_TASK} pushes a task: about 2,000`),
    figure("callback_writes_per_s", callbacks / COALESCED, `coalesced ${COALESCED} to 1`),
    figure("pushes_per_s", PUSHES_PER_S, "one a person and second: what the design allows"),
    figure("card_days_per_day", cardDays, `${tasks} x ${load.cardSeconds} s`),
    figure("card_hours_per_day", cardHours, "x 24"),
    figure("cards_resident", resident, `at ${UTILISATION * 100} %: about 3,000`),
    figure("cards_at_peak", resident * peak, `x ${peak}: about 9,000`),
    figure("stored_tb_per_day", storedTb, `${load.clipMb} MB each`),
    figure("stored_pb", (storedTb * DAYS_PER_MONTH) / 1_000, `${DAYS_PER_MONTH} days`),
    ...planCost(tasks, cardHours, storedTb),
  ];
}

/** What a stage has to carry at its peak, and what a day of it costs. */
function tellStage({ stage, tasksPerDay, trigger }: Stage, costPerVideo: number): string {
  const submit = (tasksPerDay * CLIP_LOAD.peak) / SECONDS_PER_DAY;
  const callbacks = submit * PUSHES_PER_TASK;
  const carried = [
    `${tasksPerDay} tasks a day`,
    `${submit.toFixed(1)} submits/s at peak`,
    `${callbacks.toFixed(0)} callbacks/s, ${(callbacks / COALESCED).toFixed(1)} written`,
    `${(tasksPerDay * costPerVideo).toFixed(0)} a day`,
  ];
  return `stage ${stage}: ${carried.join(", ")}; ${trigger}`;
}

/** The stages with what each has to carry, computed from tasks. */
export function planStages(): readonly string[] {
  const each = planClipPlatform().find(({ name }) => name === "cost_per_video")?.value ?? 0;
  const levers = LEVERS.map(({ name, saves }) => `lever: ${name}: ${saves}`);
  return [...STAGES.map((stage) => tellStage(stage, each)), ...STEP_PLAN, ...levers];
}
