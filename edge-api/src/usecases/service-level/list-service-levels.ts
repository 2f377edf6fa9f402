import type { ObjectiveLevel, ServiceLevel, ServiceLevels } from "@cutroom/contracts";
import { readServiceLevels } from "@cutroom/db";
import { burnRate, objectives, stateOfObjective } from "@cutroom/domain";
import type { LevelSplit } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

type Read = Awaited<ReturnType<typeof readServiceLevels>>;

function presentLevel(level: Read["levels"][number]): ServiceLevel {
  return {
    key: level.key,
    tasks: level.tasks,
    succeeded: level.succeeded,
    canceled: level.canceled,
    failed: level.failed,
    user_perceived: level.userPerceived,
    platform_attributed: level.platformAttributed,
    ...level.spreads,
  };
}

function presentObjective({ name, hour, window }: Read["objectives"][number]): ObjectiveLevel {
  const objective = objectives[name];
  return {
    name,
    state: stateOfObjective(objective.share, { hour, window }),
    share: objective.share,
    at_most: "atMostS" in objective ? objective.atMostS : null,
    ...window,
    burn: burnRate(window, objective.share),
    burn_hour: burnRate(hour, objective.share),
  };
}

/** Durations, both success rates and what became of every promise in the last hours (C13, O1). */
export async function listServiceLevels(
  deps: Deps,
  asked: { readonly hours: number; readonly by: LevelSplit },
) {
  const read = await readServiceLevels(deps.database, asked);
  return ok({
    since: read.since,
    oldest_waiting: read.oldestWaitingS,
    levels: read.levels.map(presentLevel),
    objectives: read.objectives.map(presentObjective),
    failures: read.failures.map(({ code, failureClass, tasks }) => ({
      code,
      failure_class: failureClass,
      tasks,
    })),
  } satisfies ServiceLevels);
}
