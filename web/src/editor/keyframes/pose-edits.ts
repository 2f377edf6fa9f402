/** What a change of a picture's numbers means at a moment: a plain value, or a key there. */
import {
  type Clip,
  type Edit,
  type Flicks,
  KEYED_FIELDS,
  type Key,
  type KeyedField,
  type Pose,
  type Rate,
  frameLength,
  poseAt,
  withKey,
  withoutKey,
} from "@cutroom/timeline";

export type KeyedClip = Exclude<Clip, { kind: "caption" }>;

/** Can the clip's picture have keys? */
export function canMove(clip: Clip): clip is KeyedClip {
  return clip.kind === "text" || (clip.kind === "media" && clip.mediaKind !== "audio");
}

export function keysOf(clip: Clip, field: KeyedField): readonly Key[] {
  return (canMove(clip) ? clip.keys?.[field] : undefined) ?? [];
}

/** The clip's own time at the playhead; its first or last frame when the playhead is elsewhere. */
export function timeInClip(clip: Clip, playheadFlicks: Flicks, rate: Rate): Flicks {
  const last = clip.duration - frameLength(rate);
  return Math.max(0, Math.min(last, playheadFlicks - clip.start));
}

export function shownPose(clip: Clip, at: Flicks): Pose {
  return canMove(clip) ? poseAt(clip, at) : { ...clip.transform, opacity: clip.opacity };
}

/** Fields with keys get one at `at`, the others a plain value. */
export function poseEdit(clip: Clip, at: Flicks, changes: Partial<Pose>): Edit {
  const wanted = KEYED_FIELDS.flatMap((field) => {
    const value = changes[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const keys = wanted
    .filter(([field]) => keysOf(clip, field).length > 0)
    .map(([field, value]) => [field, withKey(keysOf(clip, field), at, value)] as const);
  const plain = wanted.filter(([field]) => keysOf(clip, field).length === 0);
  const { opacity, ...transform } = Object.fromEntries(plain) as Partial<Pose>;
  return {
    type: "set-clip",
    clipIds: [clip.id],
    changes: {
      transform,
      ...(opacity === undefined ? {} : { opacity }),
      ...(keys.length === 0 ? {} : { keys: Object.fromEntries(keys) }),
    },
  };
}

/** The field without its key at `at`; without its last one it rests at that key's value. */
function removal(clip: KeyedClip, field: KeyedField, at: Flicks): Edit {
  const left = withoutKey(keysOf(clip, field), at);
  const value = shownPose(clip, at)[field];
  const rest = field === "opacity" ? { opacity: value } : { transform: { [field]: value } };
  return {
    type: "set-clip",
    clipIds: [clip.id],
    changes: { keys: { [field]: left }, ...(left.length === 0 ? rest : {}) },
  };
}

/** Removes the fields' keys at `at` when all have one there; else gives those without one a key. */
export function toggleKeys(clip: KeyedClip, fields: readonly KeyedField[], at: Flicks): Edit[] {
  const without = fields.filter((field) => keysOf(clip, field).every((key) => key.at !== at));
  if (without.length === 0) return fields.map((field) => removal(clip, field, at));
  const pose = shownPose(clip, at);
  const keys = without.map(
    (field) => [field, withKey(keysOf(clip, field), at, pose[field])] as const,
  );
  return [{ type: "set-clip", clipIds: [clip.id], changes: { keys: Object.fromEntries(keys) } }];
}

/** Times of all keys that lie inside the clip, in order, counted from its start. */
export function keyTimes(clip: Clip, fields: readonly KeyedField[] = KEYED_FIELDS): Flicks[] {
  const times = fields.flatMap((field) => keysOf(clip, field).map(({ at }) => at));
  const inside = times.filter((at) => at >= 0 && at < clip.duration);
  return [...new Set(inside)].toSorted((a, b) => a - b);
}

/** The nearest key before or after the playhead, as a time of the timeline. */
export function keyBeside(
  clips: readonly Clip[],
  playheadFlicks: Flicks,
  direction: 1 | -1,
  fields: readonly KeyedField[] = KEYED_FIELDS,
): Flicks | null {
  const times = clips.flatMap((clip) => keyTimes(clip, fields).map((at) => clip.start + at));
  const beyond = times.filter((time) => direction * (time - playheadFlicks) > 0);
  if (beyond.length === 0) return null;
  return direction === 1 ? Math.min(...beyond) : Math.max(...beyond);
}
