import type { GenerationSpec, GenerationWish } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { contentTypeOf, originalKey, sha256Hex } from "@cutroom/domain";
import type { ClipModel, PlannedStep, PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { moderatePrompt } from "../moderation/moderate-prompt.ts";
import { countRefusal } from "../risk/count-signals.ts";
import { submitTask } from "../submit/submit-task.ts";
import { createTask } from "../task/create-task.ts";
import { chooseModel } from "./choose-model.ts";
import type { ChosenModel } from "./choose-model.ts";

const { asset } = schema;
const NAME_LENGTH = 60;
/** Copying a vendor's clip to us, and preparing a short clip for editing, seconds. */
const FETCH_SECONDS = 5;
const PREPARE_SECONDS = 5;

/** Our own model paints on the machines that render. */
const poolOf = (model: ClipModel): PoolName => (model.vendor === null ? "render" : "vendor");

function nameOf(prompt: string): string {
  const line = prompt.replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  return letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH - 1).join("")}…` : line;
}

/**
 * Make it, copy it to us where a vendor made it, then prepare it for editing as any other file
 * (J1, I6). Copying is a step of its own: one that fails never buys the clip again.
 */
function planSteps(
  spec: GenerationSpec,
  model: ClipModel,
  inputDigest: string,
): readonly PlannedStep[] {
  const pool = poolOf(model);
  const estSeconds = Math.ceil((spec.duration_ms / 1000) * model.secondsPerSecond);
  const make = { name: "make", inputDigest, needs: [], pool, estSeconds };
  const prepare = {
    name: "prepare",
    kind: "ingest",
    inputDigest,
    pool: "ingest",
    estSeconds: PREPARE_SECONDS,
  } as const;
  if (model.vendor === null) {
    return [
      { ...make, kind: "generate" },
      { ...prepare, needs: ["make"] },
    ];
  }
  return [
    { ...make, kind: "vendor", modelVersion: spec.model },
    {
      name: "fetch",
      kind: "fetch",
      inputDigest,
      needs: ["make"],
      pool,
      estSeconds: FETCH_SECONDS,
    },
    { ...prepare, needs: ["fetch"] },
  ];
}

/** The film that the clip goes on from, of which it is a version (M3). */
function extendedBy({ mode, assets = [] }: GenerationSpec): string | null {
  if (mode !== "extend") return null;
  return assets.find((one) => one.role === "first_frame")?.asset_id ?? null;
}

/** The file is in the library from the first moment on, and its task fills it. */
async function insertAsset(
  tx: Transaction,
  caller: UserCaller,
  made: {
    readonly assetId: string;
    readonly taskId: string;
    readonly spec: GenerationSpec;
    readonly model: ClipModel;
  },
): Promise<void> {
  const { tenantId, userId } = caller;
  const { assetId, taskId, spec, model } = made;
  await tx.insert(asset).values({
    id: assetId,
    tenantId,
    userId,
    name: nameOf(spec.prompt),
    state: "PROCESSING",
    origin: "generated",
    aiDisclosure: model.disclosure,
    sizeBytes: 0,
    contentType: contentTypeOf("clip.mp4"),
    originalKey: originalKey(tenantId, assetId),
    extendsAssetId: extendedBy(spec),
    taskId,
  });
}

/** The work as it is kept: by whom it is made, and by whom else it may be (G4). */
function specOf(wish: GenerationWish, { name, auto }: ChosenModel): GenerationSpec {
  // What it may cost is held in credits by then.
  const { budget_credits: _budget, ...asked } = wish;
  return { ...asked, model: name, ...(auto === null ? {} : { auto: [...auto] }) };
}

/** Why a clip cannot be made as it is asked for. */
type ClipProblem =
  | "asset.missing"
  | "asset.not-ready"
  | "model.cannot"
  | "model.none"
  | "model.not-allowed"
  | "model.retired"
  | "model.unavailable";

/**
 * Accepts a clip to be made from words, or says why not (J1, G9, C3). The same words and seed
 * under another key are new work at its own price (I5).
 */
export async function submitGeneration(
  deps: Deps,
  caller: UserCaller,
  submit: { readonly wish: GenerationWish; readonly idempotencyKey: string },
) {
  const { wish, idempotencyKey } = submit;
  // What must not be seen may be named: only what is wanted is judged.
  const { verdict, reasons } = await moderatePrompt(deps, caller, wish.prompt);
  if (verdict === "refuse") {
    deps.defer(countRefusal(deps, caller, { key: idempotencyKey }));
    return refuse("prompt.refused", { reasons: reasons.join(", ") });
  }
  return submitTask<ClipProblem>(deps, caller, {
    endpoint: "createGeneration",
    idempotencyKey,
    request: wish,
    prepare: async () => {
      const chosen = await chooseModel(deps, caller.tenantId, wish);
      if (!chosen.ok) return chosen;
      const { model, credits } = chosen.value;
      const spec = specOf(wish, chosen.value);
      const inputDigest = await sha256Hex(deps.sha256, JSON.stringify([spec, model.version]));
      const pool = poolOf(model);
      const similar = `words/${spec.prompt.toLowerCase().replaceAll(/\s+/g, " ").trim()}`;
      const work = { scene: "generate" as const, inputDigest, credits, spec, pool, similar };
      return ok({
        ...work,
        ...(model.vendor === null ? {} : { model: spec.model }),
        store: async (tx: Transaction, demoted: boolean) => {
          const assetId = deps.ids.next("asset");
          const steps = planSteps(spec, model, inputDigest);
          const taskId = await createTask(deps, tx, { ...work, caller, demoted, assetId, steps });
          await insertAsset(tx, caller, { assetId, taskId, spec, model });
          return { taskId, round: 1 };
        },
      });
    },
  });
}
