/** What a change of a picture's numbers means at a moment: a plain value, or a key there. */
import {
  type Clip,
  type ClipChanges,
  type Edit,
  type Flicks,
  KEYED_FIELDS,
  type Key,
  type KeyedField,
  LOOK_FIELDS,
  type LookNumber,
  PLAIN_LOOK,
  type PictureKeys,
  type PlainClip,
  type Pose,
  type Rate,
  frameLength,
  lookAt,
  poseAt,
  withKey,
  withoutKey,
} from "@cutroom/timeline";

export type KeyedClip = Exclude<PlainClip, { kind: "caption" }>;

/** Can the clip's picture have keys? */
export function canMove(clip: Clip): clip is KeyedClip {
  if (clip.kind === "text" || clip.kind === "shape") return true;
  return clip.kind === "media" && clip.mediaKind !== "audio";
}

export function keysOf(clip: Clip, field: KeyedField): readonly Key[] {
  const keys: PictureKeys | undefined = canMove(clip) ? clip.keys : undefined;
  return keys?.[field] ?? [];
}

/** The clip's own time at the playhead; its first or last frame when the playhead is elsewhere. */
export function timeInClip(clip: Clip, playheadFlicks: Flicks, rate: Rate): Flicks {
  const last = clip.duration - frameLength(rate);
  return Math.max(0, Math.min(last, playheadFlicks - clip.start));
}

/** All that keys may change. */
type Numbers = Pose & Readonly<Record<LookNumber, number>>;

export function shownNumbers(clip: PlainClip, at: Flicks): Numbers {
  const pose = canMove(clip) ? poseAt(clip, at) : { ...clip.transform, opacity: clip.opacity };
  return { ...PLAIN_LOOK, ...(clip.kind === "media" ? lookAt(clip, at) : undefined), ...pose };
}

const isOfLook = (field: string) => LOOK_FIELDS.some((one) => one === field);

/** Values as a clip without keys has them. */
export function plainChanges(values: Partial<Numbers>): ClipChanges {
  const { opacity, ...others } = values;
  const look = Object.entries(others).filter(([field]) => isOfLook(field));
  const transform = Object.entries(others).filter(([field]) => !isOfLook(field));
  return {
    ...(opacity === undefined ? {} : { opacity }),
    ...(transform.length === 0 ? {} : { transform: Object.fromEntries(transform) }),
    ...(look.length === 0 ? {} : { look: Object.fromEntries(look) }),
  };
}

/** Changes that leave these numbers of a look without keys. */
export function withoutLookKeys(fields: readonly string[]): Pick<ClipChanges, "keys"> {
  const keyed = fields.filter(isOfLook);
  return keyed.length === 0 ? {} : { keys: Object.fromEntries(keyed.map((field) => [field, []])) };
}

/** Fields with keys get one at `at`, the others a plain value. */
export function poseEdit(clip: Clip, at: Flicks, changes: Partial<Numbers>): Edit {
  const wanted = KEYED_FIELDS.flatMap((field) => {
    const value = changes[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const keys = wanted
    .filter(([field]) => keysOf(clip, field).length > 0)
    .map(([field, value]) => [field, withKey(keysOf(clip, field), at, value)] as const);
  const plain = wanted.filter(([field]) => keysOf(clip, field).length === 0);
  return {
    type: "set-clip",
    clipIds: [clip.id],
    changes: {
      ...plainChanges(Object.fromEntries(plain)),
      ...(keys.length === 0 ? {} : { keys: Object.fromEntries(keys) }),
    },
  };
}

/** The field without its key at `at`; without its last one it rests at that key's value. */
function removal(clip: KeyedClip, field: KeyedField, at: Flicks): Edit {
  const left = withoutKey(keysOf(clip, field), at);
  const rest = plainChanges({ [field]: shownNumbers(clip, at)[field] });
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
  const shown = shownNumbers(clip, at);
  const keys = without.map(
    (field) => [field, withKey(keysOf(clip, field), at, shown[field])] as const,
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
