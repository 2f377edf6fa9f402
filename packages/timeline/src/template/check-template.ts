/** What makes a template unusable, found before it is stored. */
import { checkDocument } from "../invariants.ts";
import type { MediaClip } from "../document.ts";
import { SLOT_CHECKSUM, slotClips, slotIdOf } from "./template.ts";
import type { MediaSlot, Template } from "./template.ts";

export interface TemplateFault {
  readonly code: "rule" | "id.taken" | "slot.unknown" | "slot.unused" | "slot.kind";
  /** The rule of SPEC.md, or the id of the slot or field. */
  readonly of: string;
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** A picture's place is a still, which has no end; a sound's place is a sound. */
function isPlace(clip: MediaClip, slot: MediaSlot): boolean {
  const wanted = slot.accepts === "audio" ? "audio" : "image";
  return clip.mediaKind === wanted && clip.checksum === SLOT_CHECKSUM;
}

/** Every fault; empty for a template that `fillTemplate` can fill. Expects the schema's shape. */
export function checkTemplate(template: Template): TemplateFault[] {
  const { document, slots, texts, colours } = template;
  const found: TemplateFault[] = checkDocument(document).map(({ rule }) => ({
    code: "rule",
    of: rule,
  }));
  for (const fields of [slots, texts, colours]) {
    for (const id of repeated(fields.map((field) => field.id))) {
      found.push({ code: "id.taken", of: id });
    }
  }
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  const used = new Set<string>();
  for (const clip of slotClips(template)) {
    const id = slotIdOf(clip) ?? "";
    used.add(id);
    const slot = byId.get(id);
    if (slot === undefined) found.push({ code: "slot.unknown", of: id });
    else if (!isPlace(clip, slot)) found.push({ code: "slot.kind", of: id });
  }
  for (const { id } of slots) if (!used.has(id)) found.push({ code: "slot.unused", of: id });
  return found;
}
