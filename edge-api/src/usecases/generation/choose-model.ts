/** Which model a clip is asked of, what is held for it and who else may make it (G1, G4, C4). */
import { AUTO_MODEL } from "@cutroom/contracts";
import type { GenerationWish } from "@cutroom/contracts";
import { forTenant, readModels, readRetirements, readTenantRouting } from "@cutroom/db";
import { ROUTED_MODELS, ableOf, clipModel, routeClip } from "@cutroom/domain";
import type {
  AiDisclosure,
  ClipModel,
  ClipSize,
  ClipWish,
  ModelName,
  Route,
  WantedFrame,
} from "@cutroom/domain";
import { mediaFacts, ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readReadyAssets } from "../project/check-assets.ts";
import { routingSnapshot } from "../vendor/routing-snapshot.ts";

export type ClipAsk = Pick<
  GenerationWish,
  "model" | "mode" | "assets" | "ratio" | "duration_ms" | "negative_prompt" | "budget_credits"
>;

export interface ChosenModel {
  readonly name: ModelName;
  readonly model: ClipModel;
  readonly size: ClipSize;
  readonly disclosure: AiDisclosure;
  /** What is reserved: of several that may make it, the price of the dearest. */
  readonly credits: number;
  readonly creditsLeast: number;
  /** Null where one model was named: then no other is asked. */
  readonly auto: readonly ModelName[] | null;
  readonly able: readonly { readonly model: ModelName; readonly credits: number }[];
  readonly route: Route;
}

/** The pictures that a clip begins and ends with: refused while one is not there or not ready. */
async function readFrames(deps: Pick<Deps, "database">, tenantId: string, ask: ClipAsk) {
  const { assets = [] } = ask;
  if (assets.length === 0) return ok<readonly WantedFrame[]>([]);
  const ids = assets.map((one) => one.asset_id);
  const found = await forTenant(deps.database, tenantId, (tx) =>
    readReadyAssets(tx, tenantId, ids),
  );
  if (!found.ok) return found;
  const frames = assets.flatMap((one, index): WantedFrame[] => {
    const row = found.value[index];
    return row === undefined ? [] : [{ role: one.role, kind: mediaFacts.parse(row.facts).kind }];
  });
  return ok<readonly WantedFrame[]>(frames);
}

/** Our own painter stands in for nobody and asks nobody: nothing has to be read for it. */
async function readSnapshot(deps: Deps, tenantId: string, ask: ClipAsk) {
  const isOwn = ask.model !== AUTO_MODEL && clipModel(ask.model).vendor === null;
  const [models, tenant] = isOwn
    ? [[], { vendors: null, regions: null }]
    : await Promise.all([readModels(deps.database), readTenantRouting(deps.database, tenantId)]);
  return routingSnapshot(deps, { models, tenant, isOnlyOne: ask.model !== AUTO_MODEL });
}

async function refuseRetired(deps: Deps, model: ModelName) {
  const [row] = await readRetirements(deps.database, [model]);
  return refuse("model.retired", {
    model,
    ...(row === undefined ? {} : { retired_at: row.retiresAt.toISOString() }),
    ...(row?.replacement ? { replacement: row.replacement } : {}),
  });
}

function refuseModel(deps: Deps, { model, reason }: Route["never"][number]) {
  switch (reason) {
    case "vendor_missing":
      return refuse("model.unavailable", { model });
    case "not_allowed":
    case "region":
      return refuse("model.not-allowed", { model, reason });
    case "retired":
      return refuseRetired(deps, model);
    case "price":
      return refuse("model.none", { model });
    case "mode":
    case "assets":
    case "ratio":
    case "duration_ms":
    case "negative_prompt":
      return refuse("model.cannot", { model, field: reason });
  }
}

/**
 * The model that is named, or of all that may make the clip the best there is now. Refused with
 * the reason when it cannot be made so.
 */
export async function chooseModel(deps: Deps, tenantId: string, ask: ClipAsk) {
  const framed = await readFrames(deps, tenantId, ask);
  if (!framed.ok) return framed;
  const isAuto = ask.model === AUTO_MODEL;
  const wish: ClipWish = {
    mode: ask.mode ?? "text",
    frames: framed.value,
    ratio: ask.ratio,
    durationMs: ask.duration_ms,
    negativePrompt: ask.negative_prompt,
    mostCredits: ask.budget_credits ?? null,
  };
  const names = ask.model === AUTO_MODEL ? ROUTED_MODELS : [ask.model];
  const route = routeClip(names, wish, await readSnapshot(deps, tenantId, ask));
  const best = route.candidates[0] ?? route.later[0];
  const [refused] = route.never;
  if (best === undefined) {
    if (isAuto || refused === undefined) return refuse("model.none");
    return refuseModel(deps, refused);
  }
  const model = clipModel(best.model);
  const size = model.sizes[ask.ratio];
  if (size === undefined) return refuse("model.cannot", { model: best.model, field: "ratio" });
  const able = ableOf(route);
  const chosen: ChosenModel = {
    name: best.model,
    model,
    size,
    disclosure: model.disclosure,
    credits: able.at(-1)?.credits ?? best.credits,
    creditsLeast: able[0]?.credits ?? best.credits,
    auto: isAuto ? able.map((one) => one.model) : null,
    able,
    route,
  };
  return ok(chosen);
}
