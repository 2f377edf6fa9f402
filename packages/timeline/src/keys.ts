/**
 * Keyframes: numbers of a picture that change over its clip's time. A field without keys has
 * its plain value throughout; before the first key and after the last one the value rests.
 */
import { z } from "zod";
import { wholeFrames } from "./frames.ts";
import { PLAIN_LOOK, lookNumbers } from "./look.ts";
import type { LookNumber, PictureLook } from "./look.ts";
import { flicks } from "./time.ts";
import type { Flicks, Rate } from "./time.ts";
import { opacity, transform } from "./transform.ts";
import type { Transform } from "./transform.ts";

/**
 * How a key's value goes over into the next one's: at once when that is reached (`hold`), or
 * along the curve from (0, 0) to (1, 1) with these two handles, as CSS `cubic-bezier` draws it.
 */
export const ease = z.union([
  z.literal("hold"),
  z.tuple([
    z.number().min(0).max(1),
    z.number().min(-1).max(2),
    z.number().min(0).max(1),
    z.number().min(-1).max(2),
  ]),
]);
export type Ease = z.infer<typeof ease>;
type Curve = Exclude<Ease, "hold">;

export const EASE_NAMES = [
  "linear",
  "ease-in",
  "ease-out",
  "ease-in-out",
  "overshoot",
  "hold",
] as const;
export type EaseName = (typeof EASE_NAMES)[number];

export const EASES: Readonly<Record<EaseName, Ease>> = {
  linear: [0, 0, 1, 1],
  "ease-in": [0.42, 0, 1, 1],
  "ease-out": [0, 0, 0.58, 1],
  "ease-in-out": [0.42, 0, 0.58, 1],
  overshoot: [0.34, 1.56, 0.64, 1],
  hold: "hold",
};

/** The name of one of `EASES`; null for a curve of one's own. */
export function easeName(of: Ease): EaseName | null {
  return EASE_NAMES.find((name) => String(EASES[name]) === String(of)) ?? null;
}

/** Keys of a number, in time order. */
export const keysOf = (value: z.ZodNumber) =>
  z.array(z.strictObject({ at: flicks, value, ease })).max(200);

const LOOK_KEYED = Object.keys(lookNumbers) as readonly LookNumber[];

type KeyList = ReturnType<typeof keysOf>;
type ByLookNumber<T> = { readonly [F in LookNumber]: T };

const shapes = {
  x: keysOf(transform.shape.x),
  y: keysOf(transform.shape.y),
  scale: keysOf(transform.shape.scale),
  rotationDeg: keysOf(transform.shape.rotationDeg),
  opacity: keysOf(opacity),
};

const lookShapes = <T>(of: (keys: KeyList) => T) =>
  Object.fromEntries(
    LOOK_KEYED.map((field) => [field, of(keysOf(lookNumbers[field]))]),
  ) as ByLookNumber<T>;

/** Fields to replace; an empty list leaves a field without keys. */
export const keyChanges = z.strictObject({ ...shapes, ...lookShapes((keys) => keys) }).partial();
export type KeyChanges = z.infer<typeof keyChanges>;

/** By field, in time order. `at` counts from the clip's start; trims may leave keys outside. */
export const poseKeys = z.strictObject({
  x: shapes.x.min(1).exactOptional(),
  y: shapes.y.min(1).exactOptional(),
  scale: shapes.scale.min(1).exactOptional(),
  rotationDeg: shapes.rotationDeg.min(1).exactOptional(),
  opacity: shapes.opacity.min(1).exactOptional(),
});

/** Of what also has a look. */
export const pictureKeys = poseKeys.extend(lookShapes((keys) => keys.min(1).exactOptional()));
export type PictureKeys = z.infer<typeof pictureKeys>;
export type KeyedField = keyof PictureKeys;
export type Key = NonNullable<PictureKeys[KeyedField]>[number];

/** Where a picture lies, and how visible it is. */
export const POSE_FIELDS = Object.keys(poseKeys.shape) as readonly (keyof Pose)[];
/** The numbers of its look. */
export const LOOK_FIELDS = LOOK_KEYED;
export const KEYED_FIELDS: readonly KeyedField[] = [...POSE_FIELDS, ...LOOK_FIELDS];

/** A clip's transform and opacity at one moment. */
export type Pose = Transform & { readonly opacity: number };

/** Halvings of the curve's parameter: below a thousandth of a pixel on any frame. */
const HALVINGS = 32;

const bezier = (first: number, second: number, t: number) =>
  3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t;

/**
 * How much of the way is gone when `share` of the time is. Additions and products only, in a
 * fixed order, so that every machine gets the same bits.
 */
function eased([x1, y1, x2, y2]: Curve, share: number): number {
  if (x1 === y1 && x2 === y2) return share;
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (bezier(x1, x2, middle) < share) low = middle;
    else high = middle;
  }
  return bezier(y1, y2, (low + high) / 2);
}

/** The value of a keyed field `at` flicks after the clip's start; `keys` in time order. */
export function valueAt(keys: readonly Key[], at: Flicks): number {
  const next = keys.findIndex((key) => key.at > at);
  const from = keys.at(next === -1 ? -1 : Math.max(0, next - 1));
  const to = keys[next];
  if (from === undefined) throw new RangeError("a keyed field has a key");
  if (to === undefined || at <= from.at || from.ease === "hold") return from.value;
  const share = (at - from.at) / (to.at - from.at);
  return from.value + (to.value - from.value) * eased(from.ease, share);
}

interface Keyed {
  readonly transform: Transform;
  readonly opacity: number;
  readonly keys?: PictureKeys;
}

const RANGES: Readonly<Record<KeyedField, z.ZodNumber>> = {
  ...transform.shape,
  opacity,
  ...lookNumbers,
};

/** The fields of `fields` that have keys, at one moment: a curve that overshoots stays in the range. */
function moving<F extends KeyedField>(
  keys: PictureKeys,
  fields: readonly F[],
  at: Flicks,
): { [K in F]?: number } {
  const found = fields.flatMap((field) => {
    const track = keys[field];
    if (track === undefined) return [];
    const { minValue, maxValue } = RANGES[field];
    const value = valueAt(track, at);
    return [[field, Math.min(maxValue ?? value, Math.max(minValue ?? value, value))] as const];
  });
  return Object.fromEntries(found) as { [K in F]?: number };
}

/** The clip's pose `at` flicks after its start. */
export function poseAt(clip: Keyed, at: Flicks): Pose {
  const plain = { ...clip.transform, opacity: clip.opacity };
  const { keys } = clip;
  return keys === undefined ? plain : { ...plain, ...moving(keys, POSE_FIELDS, at) };
}

interface Looking {
  readonly look?: PictureLook;
  readonly keys?: PictureKeys;
}

/** The clip's look `at` flicks after its start; undefined: as shot throughout. */
export function lookAt({ look, keys }: Looking, at: Flicks): PictureLook | undefined {
  if (keys === undefined || LOOK_FIELDS.every((field) => keys[field] === undefined)) return look;
  return { ...PLAIN_LOOK, ...look, ...moving(keys, LOOK_FIELDS, at) };
}

/** `keys` with the wanted fields replaced, an empty list meaning none; null: no keys at all. */
export function changedKeys(
  keys: PictureKeys | undefined,
  changes: KeyChanges,
): PictureKeys | null {
  const merged = KEYED_FIELDS.flatMap((field) => {
    const track = changes[field] ?? keys?.[field] ?? [];
    return track.length === 0 ? [] : [[field, track.toSorted((a, b) => a.at - b.at)] as const];
  });
  return merged.length === 0 ? null : pictureKeys.parse(Object.fromEntries(merged));
}

/** With a key of this value at `at`: what is there changes its value, a new one eases as the one before it. */
export function withKey(keys: readonly Key[], at: Flicks, value: number): Key[] {
  const there = keys.find((key) => key.at === at);
  const before = keys.findLast((key) => key.at < at) ?? keys[0];
  const key: Key = { at, value, ease: (there ?? before)?.ease ?? EASES.linear };
  return [...keys.filter((one) => one.at !== at), key].toSorted((a, b) => a.at - b.at);
}

export function withoutKey(keys: readonly Key[], at: Flicks): Key[] {
  return keys.filter((key) => key.at !== at);
}

function keyAt(key: Key, at: Flicks): Key {
  return { ...key, at };
}

/** The key of `from` at another time, in place of any key that is there. */
export function movedKey(keys: readonly Key[], from: Flicks, to: Flicks): Key[] {
  return keys
    .filter((key) => key.at === from || key.at !== to)
    .map((key) => (key.at === from ? keyAt(key, to) : key))
    .toSorted((a, b) => a.at - b.at);
}

export function easedKey(keys: readonly Key[], at: Flicks, wanted: Ease): Key[] {
  const of = keys.find((key) => key.at === at);
  if (of === undefined) return [...keys];
  const changed = { ...of, ease: wanted };
  return keys.map((key) => (key === of ? changed : key));
}

function withTimes(keys: PictureKeys, time: (at: Flicks) => Flicks): PictureKeys {
  const tracks = KEYED_FIELDS.flatMap((field) => {
    const track = keys[field];
    if (track === undefined) return [];
    const moved = track.map((key) => keyAt(key, time(key.at)));
    // Of keys that fall on one time the last one counts, as it did before.
    const kept = moved.filter((key, index) => key.at !== moved[index + 1]?.at);
    return [[field, kept] as const];
  });
  return Object.fromEntries(tracks);
}

/** The clip with its keys `delta` flicks later in it. */
export function withKeysMoved<T extends object>(clip: T, delta: Flicks): T {
  if (delta === 0 || !hasKeys(clip)) return clip;
  return { ...clip, keys: withTimes(clip.keys, (at) => at + delta) };
}

/** The clip with its keys `factor` times as far from its start, on frames. */
export function withKeysStretched<T extends object>(clip: T, factor: number, fps: Rate): T {
  if (!hasKeys(clip)) return clip;
  return { ...clip, keys: withTimes(clip.keys, (at) => wholeFrames(at * factor, fps)) };
}

function hasKeys<T extends object>(clip: T): clip is T & { readonly keys: PictureKeys } {
  return "keys" in clip && clip.keys !== undefined;
}

/** Do keys lie in order, on frames, and no further away than a document can be long? */
export function keysFit(
  keys: PictureKeys,
  onGrid: (at: Flicks) => boolean,
  longest: Flicks,
): boolean {
  return KEYED_FIELDS.every((field) =>
    (keys[field] ?? []).every(
      ({ at }, index, track) =>
        onGrid(at) && Math.abs(at) <= longest && at > (track[index - 1]?.at ?? -Infinity),
    ),
  );
}
