/**
 * Changes what clips look and sound like. Speed and ramps keep the stretch of source and so
 * change the length; what follows on the track moves unless `ripple` is `none`.
 *
 *     before  [AAAAAA][BBB]        speed 2
 *     track   [AAA][BBB]
 *     none    [AAA]   [BBB]
 *
 * A fade stops where the other one begins.
 * Failures: `clip.missing`, `clip.kind` (text is for titles and captions, style for titles,
 * shape for shapes, audio, speed and direction for what has a source, a look and its keys for films and stills), `clip.overlap` (slower, with `none`), `track.locked`, `edit.breaks-rule`.
 */
import { z } from "zod";
import { makesPicture } from "../bounds.ts";
import { blendMode } from "../blend.ts";
import { clipAudio, mediaClip, textClip, textStyle } from "../document.ts";
import type {
  CaptionClip,
  Clip,
  ClipAudio,
  CompoundClip,
  MediaClip,
  PlainClip,
  ProjectDocument,
  ShapeClip,
  TextClip,
} from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { floorToFrame, frameLength } from "../frames.ts";
import { gainKeys, gainKeysStretched } from "../gain-keys.ts";
import { LOOK_FIELDS, changedKeys, keyChanges, withKeysStretched } from "../keys.ts";
import { changedLook, pictureLook } from "../look.ts";
import { fail } from "../result.ts";
import { ripple } from "../ripple.ts";
import { selectClips } from "../select-clips.ts";
import { shapeStyle } from "../shape.ts";
import {
  clipEnd,
  paceOf,
  pacedSourceSpan,
  pacedTimelineSpan,
  readsSource,
  slipped,
  withFittingFades,
} from "../source.ts";
import { speedKeys, withSpeedKeyTimes, withSpeedKeys } from "../speed-ramp.ts";
import type { Rate } from "../time.ts";
import { transform } from "../transform.ts";
import { withChanges } from "../with-changes.ts";
import { clipIds } from "./fields.ts";

const { name, opacity, fadeIn, fadeOut, speed } = mediaClip.shape;

const clipChanges = z
  .strictObject({ name, opacity, fadeIn, fadeOut, speed, text: textClip.shape.text })
  .partial()
  .extend({
    transform: transform.partial().optional(),
    /** Of keys the whole list; an empty one: the volume stays the same. */
    audio: clipAudio
      .partial()
      .extend({ gainKeys: gainKeys.optional(), pitch: z.enum(["kept", "follows"]).optional() })
      .optional(),
    style: textStyle.partial().optional(),
    shape: shapeStyle.partial().optional(),
    look: pictureLook.partial().optional(),
    /** A field's keys as a whole; none: the field rests at its plain value. */
    keys: keyChanges.optional(),
    blend: blendMode.optional(),
    /** The whole ramp; an empty one: the same speed throughout. */
    speedKeys: speedKeys.optional(),
    reversed: z.boolean().optional(),
  });
export type ClipChanges = z.infer<typeof clipChanges>;

export const setClipArgs = z.strictObject({
  type: z.literal("set-clip"),
  clipIds,
  changes: clipChanges,
  ripple: z.enum(["none", "track"]).optional(),
});

type Fades = Pick<ClipAudio, "fadeIn" | "fadeOut">;

/** The wanted fades, each cut where the other one, or the clip, ends. */
function fadesWithin(
  old: Fades,
  wanted: { readonly [K in keyof Fades]?: number | undefined },
  duration: number,
): Fades {
  const out = wanted.fadeOut ?? old.fadeOut;
  const first = wanted.fadeIn === undefined ? old.fadeIn : Math.min(wanted.fadeIn, duration);
  if (wanted.fadeOut === undefined)
    return { fadeIn: Math.min(first, duration - out), fadeOut: out };
  return { fadeIn: first, fadeOut: Math.min(out, duration - first) };
}

function withReversed<T extends MediaClip>(clip: T, wanted: boolean | undefined): T {
  const { reversed: _reversed, ...forwards } = clip;
  if (wanted === undefined || wanted === (clip.reversed ?? false)) return clip;
  return (wanted ? { ...clip, reversed: true } : forwards) as T;
}

/** The same stretch of source at another pace; the clip lasts as long as that takes. */
function withPace(clip: Clip, changes: ClipChanges, fps: Rate): Clip | null {
  const { speed: wanted, speedKeys: keys, reversed } = changes;
  if (wanted === undefined && keys === undefined && reversed === undefined) return clip;
  if (!readsSource(clip)) return null;
  const turned = withReversed(clip, reversed);
  if (wanted === undefined && keys === undefined) return turned;
  const next = wanted ?? clip.speed;
  const factor = (clip.speed.n * next.d) / (clip.speed.d * next.n);
  const stretched = withSpeedKeyTimes(turned, (at) => Math.round(at * factor));
  const paced = { ...withSpeedKeys(stretched, keys), speed: next };
  const exact = pacedTimelineSpan(pacedSourceSpan(clip.duration, paceOf(clip)), paceOf(paced));
  const fitting = makesPicture(clip) ? floorToFrame(exact, fps) : exact;
  const duration = Math.max(frameLength(fps), fitting);
  // One frame, the least there is, may need more than the file's end has: it begins earlier then.
  if (factor === 1) return slipped(withFittingFades({ ...paced, duration }), 0);
  const kept = withKeysStretched(paced, factor, fps);
  const audio = gainKeysStretched(kept.audio, factor);
  return slipped(withFittingFades({ ...kept, audio, duration }), 0);
}

/** Null when the clip's kind has no such field. */
function changed(clip: Clip, changes: ClipChanges): Clip | null {
  const { transform: geometry, audio, style, shape, text, look, ...rest } = changes;
  const { keys, blend, speed: wantedSpeed, speedKeys: pace, reversed, ...plain } = rest;
  const drawn = keys !== undefined || blend !== undefined;
  const media = [audio, look, wantedSpeed, pace, reversed].some((one) => one !== undefined);
  if (clip.kind === "compound") return withCompound(clip, changes);
  const base = withChanges<PlainClip>(clip, {
    ...plain,
    ...fadesWithin(clip, plain, clip.duration),
    transform: withChanges(clip.transform, geometry ?? {}),
  });
  if (base.kind === "caption") {
    return media || drawn || (style ?? shape) ? null : withCaptionText(base, text);
  }
  if (base.kind !== "media") {
    if (media || LOOK_FIELDS.some((field) => (keys?.[field]?.length ?? 0) > 0)) return null;
    if (base.kind === "shape") {
      if (text !== undefined || style !== undefined) return null;
      const shaped = withChanges(base, { shape: withChanges(base.shape, shape ?? {}) });
      return withPicture(shaped, { keys, blend });
    }
    if (shape !== undefined) return null;
    const titled = withChanges(base, { text, style: withChanges(base.style, style ?? {}) });
    return withPicture(titled, { keys, blend });
  }
  if (text !== undefined || (style ?? shape) !== undefined) return null;
  const fades = fadesWithin(base.audio, audio ?? {}, base.duration);
  const heard = withChanges(base, { audio: withSound(base.audio, { ...audio, ...fades }) });
  const moved = drawn ? withPicture(heard, { keys, blend }) : heard;
  return look === undefined || moved === null ? moved : withLook(moved, look);
}

/** A compound clip has a name, a level, and may be silent; all else is set inside of it. */
function withCompound(clip: CompoundClip, { name: wanted, audio, ...others }: ClipChanges) {
  const { gainDb, muted, ...otherSound } = audio ?? {};
  const rest = [...Object.values(others), ...Object.values(otherSound)];
  if (rest.some((one) => one !== undefined)) return null;
  return withChanges(clip, { name: wanted, audio: withChanges(clip.audio, { gainDb, muted }) });
}

type SoundChanges = NonNullable<ClipChanges["audio"]>;

function withSound(
  old: ClipAudio,
  { gainKeys: wanted, pitch: wantedPitch, ...changes }: SoundChanges,
): ClipAudio {
  const { gainKeys: oldKeys = [], pitch: oldPitch = "kept", ...rest } = old;
  if (wanted === undefined && wantedPitch === undefined) return withChanges(old, changes);
  const keys = (wanted ?? oldKeys).toSorted((a, b) => a.at - b.at);
  return {
    ...withChanges(rest, changes),
    ...(keys.length === 0 ? {} : { gainKeys: keys }),
    ...((wantedPitch ?? oldPitch) === "kept" ? {} : { pitch: "follows" as const }),
  };
}

/** What lies as it would without a field has none. */
function withPicture<T extends MediaClip | ShapeClip | TextClip>(
  clip: T,
  changes: Pick<ClipChanges, "keys" | "blend">,
): T | null {
  if (!makesPicture(clip)) return null;
  const { keys: oldKeys, blend: oldBlend = "normal", ...rest } = clip;
  const keys = changes.keys === undefined ? oldKeys : changedKeys(oldKeys, changes.keys);
  const blend = changes.blend ?? oldBlend;
  return {
    ...rest,
    ...(keys ? { keys } : {}),
    ...(blend === "normal" ? {} : { blend }),
  } as T;
}

/** Words are timed by their place in the text, so another text has none. */
function withCaptionText(cue: CaptionClip, text: string | undefined): CaptionClip {
  if (text === undefined || text === cue.text) return cue;
  const { words: _words, ...rest } = cue;
  return { ...rest, text };
}

function withLook(clip: MediaClip, changes: NonNullable<ClipChanges["look"]>): MediaClip | null {
  if (!makesPicture(clip)) return null;
  const { look: old, ...rest } = clip;
  const look = changedLook(old, changes);
  return look === null ? rest : { ...rest, look };
}

export function setClip(document: ProjectDocument, args: z.infer<typeof setClipArgs>): EditResult {
  const selected = selectClips(document, args.clipIds, false);
  if (!selected.ok) return selected;
  const { rate } = document.settings;
  const draft = openDraft(document);
  // From the last to the first, so that a ripple never moves a clip that is still to come.
  for (const clip of selected.value.toSorted((a, b) => b.start - a.start)) {
    const next = changed(clip, args.changes);
    const retimed = next && withPace(next, args.changes, rate);
    if (!retimed) return fail("clip.kind", { clipId: clip.id });
    putClips(draft, [retimed]);
    const deltaFlicks = retimed.duration - clip.duration;
    if (deltaFlicks === 0 || args.ripple === "none") continue;
    const { trackId } = clip;
    ripple(draft, { trackId, fromFlicks: clipEnd(clip), deltaFlicks, scope: "track" });
  }
  return closeDraft(draft);
}
