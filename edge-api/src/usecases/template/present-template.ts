import type { TemplateSummary, TemplateWithDocument } from "@cutroom/contracts";
import { documentDuration } from "@cutroom/timeline";
import type { KnownTemplate } from "./read-templates.ts";

export function presentTemplateSummary(known: KnownTemplate): TemplateSummary {
  const { id, name, content, createdAt } = known;
  const { document, slots, texts, colours } = content;
  return {
    id,
    name,
    built_in: createdAt === null,
    created_at: createdAt?.toISOString() ?? null,
    settings: document.settings,
    duration: documentDuration(document),
    slots,
    texts,
    colours,
  };
}

export function presentTemplate(known: KnownTemplate): TemplateWithDocument {
  return { ...presentTemplateSummary(known), document: known.content.document };
}
