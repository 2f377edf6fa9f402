/**
 * Renames, mutes, solos, locks, hides, reorders a track, mixes its sound, sets its captions or
 * whether it follows ripples. Works on a locked one too, or it
 * could never be unlocked.
 *
 *     before  2 [Text 1]           after  2 [Video 1]   index 2
 *             1 [Video 1]                 1 [Text 1]
 *
 * Failures: `track.missing`.
 */
import { z } from "zod";
import { DEFAULT_CAPTION_STYLE } from "../captions/new-captions.ts";
import { captionStyle, entityId, track } from "../document.ts";
import type { CaptionStyle, ProjectDocument, Track } from "../document.ts";
import { checkEdited } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { ducking } from "../track-sound.ts";
import type { Ducking } from "../track-sound.ts";
import { withChanges } from "../with-changes.ts";

export const setTrackArgs = z.strictObject({
  type: z.literal("set-track"),
  trackId: entityId,
  ...track.pick({ name: true, muted: true, solo: true, locked: true, hidden: true }).partial()
    .shape,
  /** False: ripples of other tracks leave it where it is. */
  follows: z.boolean().optional(),
  gainDb: track.shape.gainDb.optional(),
  pan: track.shape.pan.optional(),
  /** Null: never ducked. */
  ducking: ducking.nullable().optional(),
  /** The rest of a caption track's style stays. */
  captionStyle: captionStyle.partial().optional(),
  /** Its new place in `trackOrder`, counted without itself. */
  index: z.int().nonnegative().optional(),
});

function withDucking(old: Track, wanted: Ducking | null | undefined): Track {
  if (wanted === undefined || (wanted === null && old.ducking === undefined)) return old;
  const { ducking: _ducking, ...rest } = old;
  return wanted === null ? rest : { ...rest, ducking: wanted };
}

function withFollows(old: Track, wanted: boolean | undefined): Track {
  const { follows = true, ...rest } = old;
  if (wanted === undefined || wanted === follows) return old;
  return wanted ? rest : { ...rest, follows: false };
}

type StyleChanges = { readonly [K in keyof CaptionStyle]?: CaptionStyle[K] | undefined };

function withStyle(old: Track, wanted: StyleChanges | undefined): Track {
  if (wanted === undefined) return old;
  const style = withChanges(old.captionStyle ?? DEFAULT_CAPTION_STYLE, wanted);
  return style === old.captionStyle ? old : { ...old, captionStyle: style };
}

export function setTrack(
  document: ProjectDocument,
  args: z.infer<typeof setTrackArgs>,
): EditResult {
  const {
    type: _type,
    trackId,
    index,
    ducking: ducked,
    captionStyle: style,
    follows,
    ...changes
  } = args;
  const old = lookUp(document.tracks, trackId);
  if (!old) return fail("track.missing", { trackId });
  const plain = withFollows(withChanges(old, changes), follows);
  const changed = withStyle(withDucking(plain, ducked), style);
  const trackOrder =
    index === undefined
      ? document.trackOrder
      : document.trackOrder.filter((id) => id !== trackId).toSpliced(index, 0, trackId);
  const moved = trackOrder.some((id, place) => id !== document.trackOrder[place]);
  if (changed === old && !moved) return checkEdited(document, document);
  return checkEdited(document, {
    ...document,
    trackOrder: moved ? trackOrder : document.trackOrder,
    tracks: changed === old ? document.tracks : { ...document.tracks, [trackId]: changed },
  });
}
