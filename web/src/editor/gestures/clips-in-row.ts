import {
  type MediaClip,
  type Rate,
  type SourceAsset,
  ceilToFrame,
  mediaClipFrom,
} from "@cutroom/timeline";

/** The base of the ids of what the file at `index` becomes: clips of one row must differ. */
export function rowIdBase(idBase: string, index: number): string {
  return index === 0 ? idBase : `${idBase}-${index}`;
}

/**
 * A clip of each whole file, each beginning where the one before it ends, the first at 0; which
 * track takes one is not said yet. What has no length, as a table of colours, is left out.
 */
export function clipsInRow(
  sources: readonly SourceAsset[],
  { rate, idBase }: { readonly rate: Rate; readonly idBase: string },
): readonly MediaClip[] {
  let startFlicks = 0;
  return sources.flatMap((source, index) => {
    const id = `${rowIdBase(idBase, index)}-clip`;
    const made = mediaClipFrom(source, { id, trackId: "", startFlicks, rate });
    if (!made.ok) return [];
    startFlicks = ceilToFrame(startFlicks + made.value.duration, rate);
    return [made.value];
  });
}
