/** Ready-made looks, shapes and movements: what the inspector could set, under one name. */
import {
  type ClipChanges,
  EASES,
  type Ease,
  type Edit,
  FLICKS_PER_SECOND,
  type Flicks,
  KEYED_FIELDS,
  type KeyedField,
  type MediaClip,
  PLAIN_LOOK,
  type PictureLut,
  type ProjectSettings,
  frameLength,
  wholeFrames,
} from "@cutroom/timeline";
import { withoutLookKeys } from "../keyframes/pose-edits.ts";

type Look = NonNullable<ClipChanges["look"]>;
type Maker = (clip: MediaClip, settings: ProjectSettings) => ClipChanges;

const look = (changes: Look) => (): ClipChanges => ({ look: changes });

/** Values at the clip's start and at a later time: its last frame, or `seconds` in. */
function move(
  field: KeyedField,
  [from, to]: readonly [number, number],
  how: { readonly ease?: Ease; readonly seconds?: number } = {},
): Maker {
  return (clip, { rate }) => {
    const last = clip.duration - frameLength(rate);
    const wanted = wholeFrames((how.seconds ?? Number.MAX_SAFE_INTEGER) * FLICKS_PER_SECOND, rate);
    const at: Flicks = how.seconds === undefined ? last : Math.min(last, wanted);
    if (at <= 0) return { keys: { [field]: [] } };
    const ease = how.ease ?? EASES.linear;
    return {
      keys: {
        [field]: [
          { at: 0, value: from, ease },
          { at, value: to, ease },
        ],
      },
    };
  };
}

const both =
  (first: Maker, second: Maker): Maker =>
  (clip, settings) => {
    const [one, two] = [first(clip, settings), second(clip, settings)];
    return { ...one, ...two, keys: { ...one.keys, ...two.keys } };
  };

const still = (scale: number): Maker => move("scale", [scale, scale]);

export const EFFECT_PRESETS = {
  colour: {
    vivid: look({ saturation: 0.5, contrast: 0.15 }),
    warm: look({ temperature: 0.45, saturation: 0.1 }),
    cool: look({ temperature: -0.45, contrast: 0.1 }),
    noir: look({ saturation: -1, contrast: 0.35, vignette: 0.5 }),
    faded: look({ contrast: -0.3, saturation: -0.35, exposureEv: 0.25 }),
    dreamy: look({ blur: 0.12, exposureEv: 0.35, saturation: -0.1 }),
    crisp: look({ sharpen: 0.6, contrast: 0.1 }),
    vignette: look({ vignette: 0.7 }),
  },
  shape: {
    rounded: look({ maskShape: "rectangle", maskRound: 0.25 }),
    circle: (_, { width, height }) => ({
      look: {
        maskShape: "ellipse",
        maskWidth: Math.min(1, height / width),
        maskHeight: Math.min(1, width / height),
      },
    }),
    "soft-edge": look({
      maskShape: "rectangle",
      maskWidth: 0.85,
      maskHeight: 0.85,
      maskFeather: 0.3,
    }),
    backdrop: look({ backdrop: true }),
    "green-screen": look({ keyColour: "#00b140" }),
  },
  movement: {
    "zoom-in": move("scale", [1, 1.25]),
    "zoom-out": move("scale", [1.25, 1]),
    "drift-left": both(still(1.2), move("x", [0.08, -0.08])),
    "drift-right": both(still(1.2), move("x", [-0.08, 0.08])),
    "pop-in": both(
      move("scale", [0.3, 1], { ease: EASES.overshoot, seconds: 0.6 }),
      move("opacity", [0, 1], { seconds: 0.25 }),
    ),
    "spin-in": both(
      move("rotationDeg", [-180, 0], { ease: EASES["ease-out"], seconds: 0.8 }),
      move("scale", [0.2, 1], { ease: EASES["ease-out"], seconds: 0.8 }),
    ),
    rise: both(
      move("y", [0.6, 0], { ease: EASES["ease-out"], seconds: 0.7 }),
      move("opacity", [0, 1], { seconds: 0.5 }),
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Maker>>>>;

export type EffectFamily = keyof typeof EFFECT_PRESETS;
export type EffectId = { [F in EffectFamily]: keyof (typeof EFFECT_PRESETS)[F] }[EffectFamily];
export const EFFECT_FAMILIES = Object.keys(EFFECT_PRESETS) as readonly EffectFamily[];

const MAKERS = Object.fromEntries(
  Object.values(EFFECT_PRESETS).flatMap((family) => Object.entries<Maker>(family)),
);

export function effectsOfFamily(family: EffectFamily): readonly EffectId[] {
  return Object.keys(EFFECT_PRESETS[family]) as EffectId[];
}

/** The preset on every clip, over what it had. */
export function effectEdits(
  id: EffectId,
  clips: readonly MediaClip[],
  settings: ProjectSettings,
): Edit[] {
  const maker = MAKERS[id];
  if (maker === undefined) return [];
  return clips.map((clip) => {
    const changes = maker(clip, settings);
    const { keys } = withoutLookKeys(Object.keys(changes.look ?? {}));
    return {
      type: "set-clip",
      clipIds: [clip.id],
      changes: keys === undefined ? changes : { ...changes, keys: { ...keys, ...changes.keys } },
    };
  });
}

/** A table of colours on every clip, as strong as the one before it was. */
export function lutEdits(lut: PictureLut, clips: readonly MediaClip[]): Edit[] {
  return [{ type: "set-clip", clipIds: clips.map(({ id }) => id), changes: { look: { lut } } }];
}

/** Everything that presets set, back to how a clip is at first. */
export function plainEdits(clips: readonly MediaClip[]): Edit[] {
  const keys = Object.fromEntries(KEYED_FIELDS.map((field) => [field, []]));
  const changes = { look: PLAIN_LOOK, keys, blend: "normal" } as const;
  return [{ type: "set-clip", clipIds: clips.map(({ id }) => id), changes }];
}
