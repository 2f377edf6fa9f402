import { type SourceAsset, type Template, slotRefusal } from "@cutroom/timeline";

type Media = Readonly<Record<string, SourceAsset>>;

/** Gives each file, in its order, to the first empty slot that it suits; `left` found none. */
export function spreadFiles(
  template: Template,
  media: Media,
  files: readonly SourceAsset[],
): { readonly media: Media; readonly left: number } {
  const next: Record<string, SourceAsset> = { ...media };
  let left = 0;
  for (const file of files) {
    const slot = template.slots.find(
      (one) => next[one.id] === undefined && slotRefusal(template, one, file) === null,
    );
    if (slot === undefined) left += 1;
    else next[slot.id] = file;
  }
  return { media: next, left };
}
