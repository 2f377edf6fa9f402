import { forTenant, schema } from "@cutroom/db";
import { checkTemplate, ok, slotIdOf } from "@cutroom/timeline";
import type { ProjectDocument, Template } from "@cutroom/timeline";
import { count, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { checkAssets } from "../project/check-assets.ts";
import { presentTemplate } from "./present-template.ts";
import { knownTemplate } from "./read-templates.ts";

const { projectTemplate, projectTemplateAsset } = schema;
const MAX_TEMPLATES = 200;

/** Without the places to be filled, whose files nobody has. */
function withoutPlaces(document: ProjectDocument): ProjectDocument {
  const clips = Object.entries(document.clips).filter(([, clip]) => slotIdOf(clip) === null);
  return { ...document, clips: Object.fromEntries(clips) };
}

/** Keeps a template, private to the workspace; the files it brings along stay in the library. */
export async function createTemplate(
  deps: Deps,
  caller: UserCaller,
  wanted: { readonly name: string; readonly content: Template },
) {
  const { tenantId, userId } = caller;
  const { name, content } = wanted;
  const [fault] = checkTemplate(content);
  if (fault !== undefined) return refuse("template.invalid", { reason: fault.code, of: fault.of });
  return forTenant(deps.database, tenantId, async (tx) => {
    const [kept] = await tx
      .select({ templates: count() })
      .from(projectTemplate)
      .where(eq(projectTemplate.tenantId, tenantId));
    if ((kept?.templates ?? 0) >= MAX_TEMPLATES) {
      return refuse("template.too-many", { limit: MAX_TEMPLATES });
    }
    const assets = await checkAssets(tx, tenantId, withoutPlaces(content.document));
    if (!assets.ok) return assets;
    const id = deps.ids.next("template");
    const [row] = await tx
      .insert(projectTemplate)
      .values({ id, tenantId, userId, name, content })
      .returning();
    if (row === undefined) throw new Error("the template was not stored");
    if (assets.value.length > 0) {
      await tx
        .insert(projectTemplateAsset)
        .values(assets.value.map((used) => ({ templateId: id, assetId: used.id, tenantId })));
    }
    return ok(presentTemplate(knownTemplate(row)));
  });
}
