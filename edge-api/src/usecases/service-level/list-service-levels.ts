import { readServiceLevels } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

/** Durations and both success rates of the last `hours` (C13, O1). */
export async function listServiceLevels(deps: Deps, hours: number) {
  const { since, oldestWaitingS, levels } = await readServiceLevels(deps.database, hours);
  return ok({
    since,
    oldest_waiting: oldestWaitingS,
    levels: levels.map((level) => ({
      scene: level.scene,
      plan: level.plan,
      model: level.model,
      tasks: level.tasks,
      succeeded: level.succeeded,
      canceled: level.canceled,
      failed: {
        input: level.failedInput,
        moderation: level.failedModeration,
        platform: level.failedPlatform,
      },
      user_perceived: level.userPerceived,
      platform_attributed: level.platformAttributed,
      queue_wait: level.spreads.queue_wait,
      provider: level.spreads.provider,
      postprocess: level.spreads.postprocess,
      first_preview: level.spreads.first_preview,
      end_to_end: level.spreads.end_to_end,
    })),
  });
}
