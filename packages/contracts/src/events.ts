/**
 * Server-sent events. `event: task`, `id:` is the per-user stream position for
 * Last-Event-ID, and data is one of these. A client that connects without an id first gets a
 * snapshot of everything that still moves. `seq` is monotonic within a task; older ones are
 * ignored.
 */
import { z } from "zod";
import { asset } from "./http/asset.ts";
import { task } from "./http/task.ts";

export const streamEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("snapshot"), tasks: z.array(task) }),
  z.object({
    type: z.literal("progress"),
    task_id: z.string(),
    asset_id: z.string().nullable(),
    progress: z.int(),
  }),
  z.object({ type: z.literal("task"), seq: z.int(), task }),
  z.object({ type: z.literal("asset"), seq: z.int(), asset }),
]);
export type StreamEvent = z.infer<typeof streamEvent>;
