import { schema } from "@cutroom/db";
import type { TemplateRow, Transaction } from "@cutroom/db";
import { BUILT_IN_TEMPLATES, BUILT_IN_TEMPLATE_IDS, template } from "@cutroom/timeline";
import type { Template } from "@cutroom/timeline";
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { readDocument } from "../project/read-project.ts";

const { projectTemplate } = schema;

/** One of the house has no date: it was always there. */
export interface KnownTemplate {
  readonly id: string;
  readonly name: string;
  readonly content: Template;
  readonly createdAt: Date | null;
}

const NAMES: Readonly<Record<(typeof BUILT_IN_TEMPLATE_IDS)[number], string>> = {
  "title-and-shots": "Title and three shots",
  "travel-reel": "Travel reel",
  "product-promo": "Product promo",
  "photo-slideshow": "Photo slideshow",
  "quote-card": "Quote card",
  "before-after": "Before and after",
};

export const HOUSE_TEMPLATES: readonly KnownTemplate[] = BUILT_IN_TEMPLATE_IDS.map((id) => ({
  id,
  name: NAMES[id],
  content: BUILT_IN_TEMPLATES[id],
  createdAt: null,
}));

const stored = z.looseObject({ document: z.unknown() });

/** @throws {Error} when a stored template cannot be read: it was checked when it was written. */
export function knownTemplate(row: TemplateRow): KnownTemplate {
  const read = stored.parse(row.content);
  const content = template.parse({ ...read, document: readDocument(read.document) });
  return { id: row.id, name: row.name, content, createdAt: row.createdAt };
}

/** The workspace's own ones, newest first. */
export async function readTemplates(
  tx: Transaction,
  tenantId: string,
): Promise<readonly KnownTemplate[]> {
  const rows = await tx
    .select()
    .from(projectTemplate)
    .where(eq(projectTemplate.tenantId, tenantId))
    .orderBy(desc(projectTemplate.createdAt), desc(projectTemplate.id));
  return rows.map(knownTemplate);
}

/** One of the house or of the workspace. */
export async function readTemplate(
  tx: Transaction,
  which: { readonly tenantId: string; readonly templateId: string },
): Promise<KnownTemplate | null> {
  const house = HOUSE_TEMPLATES.find(({ id }) => id === which.templateId);
  if (house !== undefined) return house;
  const [row] = await tx
    .select()
    .from(projectTemplate)
    .where(
      and(eq(projectTemplate.id, which.templateId), eq(projectTemplate.tenantId, which.tenantId)),
    );
  return row === undefined ? null : knownTemplate(row);
}
