import { forTenant } from "@cutroom/db";
import type { AssetRow } from "@cutroom/db";
import { fillTemplate, flicksToMs, mediaFacts, ok } from "@cutroom/timeline";
import type { SourceAsset } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readReadyAssets } from "../project/check-assets.ts";
import { acceptDocument } from "../project/create-project.ts";
import { presentProject } from "../project/present-project.ts";
import { insertProject } from "../project/store-revision.ts";
import { readTemplate } from "./read-templates.ts";

export interface TemplateOrder {
  readonly templateId: string;
  readonly name?: string | undefined;
  /** Asset ids by slot. */
  readonly media: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly colours: Readonly<Record<string, string>>;
}

function sourceOf(row: AssetRow): SourceAsset {
  return {
    assetId: row.id,
    checksum: row.checksum ?? "",
    name: row.name,
    facts: mediaFacts.parse(row.facts),
  };
}

/** What does not fit, by the field's name: a batch tells its rows apart by it. */
function refuseChoice(failure: {
  readonly code: string;
  readonly details?: Readonly<Record<string, string | number>>;
}) {
  const { field = "", neededFlicks, wanted } = failure.details ?? {};
  return refuse("template.choice", {
    reason: failure.code,
    field,
    ...(wanted === undefined ? {} : { wanted }),
    ...(typeof neededFlicks === "number" ? { needed_ms: Math.ceil(flicksToMs(neededFlicks)) } : {}),
  });
}

/** An ordinary project, every clip of which can be edited, out of a template and choices. */
export async function createProjectFromTemplate(
  deps: Deps,
  caller: UserCaller,
  order: TemplateOrder,
) {
  const { tenantId, userId } = caller;
  const made = await forTenant(deps.database, tenantId, async (tx) => {
    const found = await readTemplate(tx, { tenantId, templateId: order.templateId });
    if (found === null) return refuse("request.not-found");
    const slots = Object.entries(order.media);
    const chosen = await readReadyAssets(
      tx,
      tenantId,
      slots.map(([, assetId]) => assetId),
    );
    if (!chosen.ok) return chosen;
    const media = Object.fromEntries(
      chosen.value.map((row, index) => [slots[index]?.[0] ?? "", sourceOf(row)]),
    );
    const { texts, colours } = order;
    const filled = fillTemplate(found.content, { media, texts, colours });
    if (!filled.ok) return refuseChoice(filled.failure);
    const accepted = await acceptDocument(tx, tenantId, filled.value);
    if (!accepted.ok) {
      const { code, details } = accepted.failure;
      // A filled template is sound; what a person can do about it is choose something else.
      return code === "patch.invalid" ? refuse("template.choice", details) : refuse(code, details);
    }
    const row = await insertProject(tx, {
      id: deps.ids.next("project"),
      tenantId,
      userId,
      name: order.name ?? found.name,
      ...accepted.value,
    });
    return ok({ row, ...accepted.value });
  });
  if (!made.ok) return made;
  const { row, document, assets } = made.value;
  const poster = assets.find((used) => used.id === row.posterAssetId)?.posterKey ?? null;
  return ok(await presentProject(deps, row, { document, revision: 0, posterKey: poster }));
}
