/** What travels through the queue. A message only wakes; the database holds the facts. */
import { TASK_SCENES } from "@cutroom/domain";
import { z } from "zod";

/** What time brings about, by how often it is due. */
export const HOUSE_JOBS = ["leases", "minute", "quota", "day"] as const;
export type HouseJob = (typeof HOUSE_JOBS)[number];

export const queueMessage = z.discriminatedUnion("type", [
  /** To the farm: this step is ready; claim it. */
  z.object({
    type: z.literal("step-ready"),
    step_id: z.string(),
    task_id: z.string(),
    scene: z.enum(TASK_SCENES),
  }),
  /** To the API, on a schedule: what is due. */
  z.object({
    type: z.literal("housekeeping"),
    job: z.enum(HOUSE_JOBS).default("minute"),
  }),
  /** To the API: a task has ended and somebody wants to know; or send this message again. */
  z.object({
    type: z.literal("notify"),
    task_id: z.string().optional(),
    delivery_id: z.string().optional(),
  }),
]);
export type QueueMessage = z.infer<typeof queueMessage>;

/** Where each app receives messages, below its base URL. */
export const FARM_WAKE_PATH = "/queue/wake";
export const API_QUEUE_PATH = "/queue/housekeeping";
export const API_NOTIFY_PATH = "/queue/notify";
