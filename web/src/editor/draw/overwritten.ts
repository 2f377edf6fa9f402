import { type Flicks, type ProjectDocument, clipsOnTrack } from "@cutroom/timeline";

export interface OverwrittenPart {
  readonly trackId: string;
  readonly start: Flicks;
  readonly end: Flicks;
}

/** What releasing now would cut away: stretches of other clips under the carried ones. */
export function overwrittenParts(
  before: ProjectDocument,
  draft: ProjectDocument,
  carried: ReadonlySet<string>,
): OverwrittenPart[] {
  return Object.values(draft.clips)
    .filter((clip) => carried.has(clip.id))
    .flatMap((clip) =>
      clipsOnTrack(before, clip.trackId)
        .filter((other) => !carried.has(other.id))
        .map((other) => ({
          trackId: clip.trackId,
          start: Math.max(clip.start, other.start),
          end: Math.min(clip.start + clip.duration, other.start + other.duration),
        }))
        .filter(({ start, end }) => start < end),
    );
}
