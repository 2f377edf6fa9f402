import type { GenerationSpec } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import {
  clipModels,
  contentTypeOf,
  generationCredits,
  originalKey,
  sha256Hex,
} from "@cutroom/domain";
import type { PlannedStep, PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { submitTask } from "../submit/submit-task.ts";
import { createTask } from "../task/create-task.ts";

const { asset } = schema;
const NAME_LENGTH = 60;
/** Our own model paints on the machines that render. */
const POOL: PoolName = "render";
/** Preparing a short clip for editing, seconds. */
const PREPARE_SECONDS = 5;

function nameOf(prompt: string): string {
  const line = prompt.replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  return letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH - 1).join("")}…` : line;
}

/** Make it, then prepare it for editing as any other file (J1, I6). */
function planSteps(spec: GenerationSpec, inputDigest: string): readonly PlannedStep[] {
  const model = clipModels[spec.model];
  const estSeconds = Math.ceil((spec.duration_ms / 1000) * model.secondsPerSecond);
  return [
    { name: "make", kind: "generate", inputDigest, needs: [], pool: POOL, estSeconds },
    {
      name: "prepare",
      kind: "ingest",
      inputDigest,
      needs: ["make"],
      pool: "ingest",
      estSeconds: PREPARE_SECONDS,
    },
  ];
}

/** The file is in the library from the first moment on, and its task fills it. */
async function insertAsset(
  tx: Transaction,
  caller: UserCaller,
  made: { readonly assetId: string; readonly taskId: string; readonly spec: GenerationSpec },
): Promise<void> {
  const { tenantId, userId } = caller;
  const { assetId, taskId, spec } = made;
  await tx.insert(asset).values({
    id: assetId,
    tenantId,
    userId,
    name: nameOf(spec.prompt),
    state: "PROCESSING",
    origin: "generated",
    aiDisclosure: clipModels[spec.model].disclosure,
    sizeBytes: 0,
    contentType: contentTypeOf("clip.mp4"),
    originalKey: originalKey(tenantId, assetId),
    taskId,
  });
}

/**
 * Accepts a clip to be made from words, or says why not (J1, G9, C3). The same words and seed
 * under another key are new work at its own price (I5).
 */
export async function submitGeneration(
  deps: Deps,
  caller: UserCaller,
  submit: { readonly spec: GenerationSpec; readonly idempotencyKey: string },
) {
  const { spec, idempotencyKey } = submit;
  const { version } = clipModels[spec.model];
  const inputDigest = await sha256Hex(deps.sha256, JSON.stringify([spec, version]));
  const credits = generationCredits(spec.model, spec.duration_ms);
  const work = { scene: "generate" as const, inputDigest, credits, spec, pool: POOL };
  return submitTask<never>(deps, caller, {
    endpoint: "createGeneration",
    idempotencyKey,
    request: spec,
    prepare: async () =>
      ok({
        ...work,
        store: async (tx: Transaction, demoted: boolean) => {
          const assetId = deps.ids.next("asset");
          const steps = planSteps(spec, inputDigest);
          const taskId = await createTask(deps, tx, { ...work, caller, demoted, assetId, steps });
          await insertAsset(tx, caller, { assetId, taskId, spec });
          return { taskId, round: 1 };
        },
      }),
  });
}
