import { everyClip } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";

/** One title is like many others by chance; so many in the same places are a template's. */
const FEWEST_TITLES = 2;

/**
 * Tells one layout of titles from another, whatever is written in them: so copies of a template are
 * alike although everybody has words of their own. Null when it could be alike by chance.
 */
export function titleLikeness(document: ProjectDocument): string | null {
  const titles = everyClip(document).flatMap((clip) => {
    if (clip.kind !== "text") return [];
    const { id: _id, trackId: _trackId, linkId: _linkId, name: _name, text: _text, ...look } = clip;
    return JSON.stringify(Object.entries(look).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return titles.length < FEWEST_TITLES ? null : titles.toSorted().join("\n");
}
