"use client";
import type { TemplateWithDocument } from "@cutroom/contracts";
import { type Template, template } from "@cutroom/timeline";
import { useMessages } from "use-intl";
import type { Messages } from "../i18n/messages.ts";

type Words = Messages["templates"]["words"];
/** Every built-in template has these; each has other fields. */
interface HouseWords {
  readonly name: string;
  readonly note: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly samples: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
}

/** A template as a person sees it: its name, a line about it, and its content in their language. */
export interface ShownTemplate {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly builtIn: boolean;
  readonly content: Template;
}

function translated(content: Template, words: HouseWords): Template {
  const label = (field: { readonly id: string; readonly label: string }) =>
    words.fields[field.id] ?? field.label;
  return {
    document: content.document,
    slots: content.slots.map((slot) =>
      Object.assign({}, slot, { label: label(slot), hint: words.hints[slot.id] ?? slot.hint }),
    ),
    texts: content.texts.map((field) =>
      Object.assign({}, field, {
        label: label(field),
        sample: words.samples[field.id] ?? field.sample,
      }),
    ),
    colours: content.colours.map((field) => Object.assign({}, field, { label: label(field) })),
  };
}

/** The templates of the house in the person's language; those of a workspace as they were named. */
export function useLocalised(): (stored: TemplateWithDocument) => ShownTemplate {
  const words: Words = useMessages().templates.words;
  const house: Readonly<Record<string, HouseWords>> = words;
  return ({ id, name, built_in: builtIn, document, slots, texts, colours }) => {
    const content = template.parse({ document, slots, texts, colours });
    const own = builtIn ? house[id] : undefined;
    if (own === undefined) return { id, name, note: "", builtIn, content };
    return { id, name: own.name, note: own.note, builtIn, content: translated(content, own) };
  };
}
