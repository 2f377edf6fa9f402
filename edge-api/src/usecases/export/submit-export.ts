import { countWorkers } from "@cutroom/db";
import { estimateSeconds, exportShares, formatOf, planShares } from "@cutroom/domain";
import type { ExportFormat, PlannedStep } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { submitTask } from "../submit/submit-task.ts";
import { canMake } from "./farm-formats.ts";
import { prepareExport } from "./prepare-export.ts";
import type { ExportRequest } from "./prepare-export.ts";

interface Submit extends ExportRequest {
  readonly idempotencyKey: string;
}

/**
 * The steps of an export that several workers share; undefined: it is one. Who could share it is
 * asked only when it is long enough.
 */
async function planSteps(
  deps: Deps,
  { plan }: UserCaller,
  work: { readonly format: ExportFormat; readonly credits: number; readonly inputDigest: string },
): Promise<readonly PlannedStep[] | undefined> {
  const { format, inputDigest } = work;
  const estSeconds = estimateSeconds(work);
  const most = exportShares({ format, estSeconds, plan, workers: Infinity });
  if (most === 1) return undefined;
  const workers = await countWorkers(deps.database, "render");
  const shares = exportShares({ format, estSeconds, plan, workers });
  return shares === 1 ? undefined : planShares({ inputDigest, estSeconds, shares });
}

/** Accepts an export of a project at one of its revisions, or says why not (E4, C3). */
export async function submitExport(deps: Deps, caller: UserCaller, submit: Submit) {
  const { idempotencyKey, ...request } = submit;
  const { plan } = caller;
  return submitTask(deps, caller, {
    endpoint: "createExport",
    idempotencyKey,
    request,
    prepare: async () => {
      const { format, resolution } = request.spec;
      const isSized = formatOf(format).media !== "sound";
      if (isSized && resolution > plan.maxResolution) {
        return refuse("plan.resolution", { limit: plan.maxResolution, wanted: resolution });
      }
      if (!(await canMake(deps, format))) return refuse("export.format-unavailable", { format });
      const prepared = await prepareExport(deps, caller, request);
      if (!prepared.ok) return prepared;
      const { project, credits, files, titles } = prepared.value;
      const inputDigest = `${project.id}@${project.revision}`;
      return ok({
        scene: "export" as const,
        inputDigest,
        steps: await planSteps(deps, caller, { format, credits, inputDigest }),
        // A project of titles alone is like no other by its files.
        similar: files.length === 0 ? undefined : `files/${files.toSorted().join(",")}`,
        // That many have the same template is no sign against them; it may make it hot.
        template: files.length > 0 || titles === null ? undefined : `titles/${titles}`,
        project,
        spec: request.spec,
        credits,
      });
    },
  });
}
