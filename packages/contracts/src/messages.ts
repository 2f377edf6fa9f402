/** What travels through the queue. A message only wakes; the database holds the facts. */
import { TASK_SCENES } from "@cutroom/domain";
import { z } from "zod";

export const queueMessage = z.discriminatedUnion("type", [
  /** To the farm: this step is ready; claim it. */
  z.object({
    type: z.literal("step-ready"),
    step_id: z.string(),
    task_id: z.string(),
    scene: z.enum(TASK_SCENES),
  }),
  /** To the API, on a schedule. */
  z.object({ type: z.literal("housekeeping") }),
]);
export type QueueMessage = z.infer<typeof queueMessage>;

/** Where each app receives messages, below its base URL. */
export const FARM_WAKE_PATH = "/queue/wake";
export const API_QUEUE_PATH = "/queue/housekeeping";
