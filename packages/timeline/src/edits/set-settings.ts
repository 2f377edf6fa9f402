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
import { closeDraft, openDraft, putClips, settleTransitions } from "../draft.ts";
import type { Draft, EditResult } from "../draft.ts";
import type { EditFailure } from "../failure-codes.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { regrid } from "../regrid.ts";
import { fail, ok } from "../result.ts";
import type { Result } from "../result.ts";
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
  const draft = onGrid({ ...document, settings });
  if (!draft.ok) return draft;
  if (document.sequences === undefined) return closeDraft(draft.value);
  const sequences: NonNullable<ProjectDocument["sequences"]> = {};
  for (const [id, sequence] of Object.entries(document.sequences)) {
    const inner = onGrid({ ...document, ...sequence, settings });
    if (!inner.ok) return inner;
    settleTransitions(inner.value);
    const { clips, transitions } = inner.value;
    sequences[id] = {
      ...sequence,
      clips: Object.fromEntries(clips),
      transitions: Object.fromEntries(transitions),
    };
  }
  return closeDraft({ ...draft.value, before: { ...draft.value.before, sequences } });
}

/** Everything of the document that its clips and transitions are, on the frames of its settings. */
function onGrid(document: ProjectDocument): Result<Draft, EditFailure> {
  const fps = document.settings.rate;
  const draft = openDraft(document);
  for (const clip of Object.values(document.clips)) {
    const moved = regrid(clip, fps);
    if (!moved) return fail("settings.rate", { clipId: clip.id });
    putClips(draft, [moved]);
  }
  for (const transition of draft.transitions.values()) {
    const duration = Math.max(frameLength(fps), wholeFrames(transition.duration, fps));
    draft.transitions.set(transition.id, withChanges(transition, { duration }));
  }
  return ok(draft);
}
