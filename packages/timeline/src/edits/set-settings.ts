/**
 * Changes size, rate or background. At another rate every picture's edges move to the nearest
 * frame of the new grid, so clips that touched still touch; sound stays where it is.
 *
 *     before  |..|..|..|..| 30     after  |...|...|...| 25
 *             [AAAAA][BBBB]               [AAAAAA][BBBB]
 *
 * Failures: `settings.rate` (a frame is no whole number of flicks, or a clip would be shorter
 * than one), `track.locked`.
 */
import { z } from "zod";
import { makesPicture } from "../bounds.ts";
import { projectSettings } from "../document.ts";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { fail, ok } from "../result.ts";
import { clipEnd, headHandle, recut, tailHandle } from "../source.ts";
import { snapToFrame } from "../time.ts";
import type { Rate } from "../time.ts";
import { withChanges } from "../with-changes.ts";

export const setSettingsArgs = z.strictObject({
  type: z.literal("set-settings"),
  settings: projectSettings.partial(),
});

/** Null when the clip would last no frame. */
function regrid(clip: Clip, fps: Rate): Clip | null {
  const frame = frameLength(fps);
  if (!makesPicture(clip)) return clip.duration < frame ? null : clip;
  const start = snapToFrame(clip.start, fps);
  const nearest = snapToFrame(clipEnd(clip), fps);
  const exceeds = nearest - start > headHandle(clip) + clip.duration + tailHandle(clip);
  const end = exceeds ? nearest - frame : nearest;
  return end - start < frame ? null : recut({ ...clip, start }, start, end);
}

export function setSettings(
  document: ProjectDocument,
  args: z.infer<typeof setSettingsArgs>,
): EditResult {
  const settings = withChanges(document.settings, args.settings);
  const fps = settings.rate;
  const { rate } = document.settings;
  const onlyLooks = fps.n * rate.d === rate.n * fps.d;
  if (onlyLooks) return ok(settings === document.settings ? document : { ...document, settings });
  if (!Number.isInteger(frameLength(fps))) return fail("settings.rate", { n: fps.n, d: fps.d });
  const draft = openDraft({ ...document, settings });
  for (const clip of Object.values(document.clips)) {
    const moved = regrid(clip, fps);
    if (!moved) return fail("settings.rate", { clipId: clip.id });
    putClips(draft, [moved]);
  }
  for (const transition of draft.transitions.values()) {
    const duration = Math.max(frameLength(fps), wholeFrames(transition.duration, fps));
    draft.transitions.set(transition.id, withChanges(transition, { duration }));
  }
  return closeDraft(draft);
}
