import type { ObjectiveLevel, ServiceLevel, ServiceLevels } from "@cutroom/contracts";
import { readRequestCounts, readServiceLevels } from "@cutroom/db";
import {
  REQUEST_OBJECTIVE_NAMES,
  burnRate,
  judgeRequests,
  objectives,
  requestObjectives,
  stateOfObjective,
} from "@cutroom/domain";
import type { Judged, LevelSplit } from "@cutroom/domain";
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

function presentObjective(
  name: ObjectiveLevel["name"],
  objective: { readonly share: number; readonly atMostS?: number },
  { hour, window }: { readonly hour: Judged; readonly window: Judged },
): ObjectiveLevel {
  return {
    name,
    state: stateOfObjective(objective.share, { hour, window }),
    share: objective.share,
    at_most: objective.atMostS ?? null,
    ...window,
    burn: burnRate(window, objective.share),
    burn_hour: burnRate(hour, objective.share),
  };
}

function presentRequests(seen: Awaited<ReturnType<typeof readRequestCounts>>) {
  return REQUEST_OBJECTIVE_NAMES.map((name) => {
    const objective = requestObjectives[name];
    const { hour, window } = seen[objective.request];
    return presentObjective(name, objective, {
      hour: judgeRequests(objective, hour),
      window: judgeRequests(objective, window),
    });
  });
}

/** Durations, both success rates and what became of every promise in the last hours (C13, O1). */
export async function listServiceLevels(
  deps: Deps,
  asked: { readonly hours: number; readonly by: LevelSplit },
) {
  const [read, requests] = await Promise.all([
    readServiceLevels(deps.database, asked),
    readRequestCounts(deps.database, asked.hours),
  ]);
  return ok({
    since: read.since,
    oldest_waiting: read.oldestWaitingS,
    levels: read.levels.map(presentLevel),
    objectives: [
      ...presentRequests(requests),
      ...read.objectives.map(({ name, ...seen }) => presentObjective(name, objectives[name], seen)),
    ],
    failures: read.failures.map(({ code, failureClass, tasks }) => ({
      code,
      failure_class: failureClass,
      tasks,
    })),
  } satisfies ServiceLevels);
}
