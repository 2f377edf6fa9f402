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
import { projectSettings } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { regrid } from "../regrid.ts";
import { fail, ok } from "../result.ts";
import { withChanges } from "../with-changes.ts";

export const setSettingsArgs = z.strictObject({
  type: z.literal("set-settings"),
  settings: projectSettings.partial(),
});

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
