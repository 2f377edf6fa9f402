import { EASES, PLAIN_LOOK } from "@cutroom/timeline";
import type { Clip, Key, MediaClip, PictureLook, ToneCurves } from "@cutroom/timeline";
import { frameAt, mediaClip } from "./clips.ts";

const GRADED: PictureLook = {
  ...PLAIN_LOOK,
  temperature: 0.6,
  contrast: 0.3,
  saturation: -0.4,
  cropLeft: 0.2,
  lut: { kind: "built-in", name: "teal-orange" },
};

export const CURVES: ToneCurves = {
  master: [
    [0, 24],
    [64, 50],
    [192, 215],
    [255, 255],
  ],
  blue: [
    [0, 40],
    [255, 220],
  ],
};

/** From one value to another over twelve frames. */
const keysTo = (from: number, to: number): Key[] => [
  { at: 0, value: from, ease: EASES["ease-in-out"] },
  { at: frameAt(11), value: to, ease: EASES.linear },
];

const SOFTENED: Pick<MediaClip, "look" | "keys"> = {
  look: { ...PLAIN_LOOK, maskShape: "rectangle", maskRound: 0.6, maskFeather: 0.2 },
  keys: {
    blur: keysTo(0.1, 0.5),
    vignette: keysTo(0.2, 0.9),
    maskWidth: keysTo(0.5, 1),
    exposureEv: keysTo(-0.3, 0.6),
  },
};

/**
 * Above all else: a graded and cropped b from frame 200, uncovered by a clock into a mirrored a with curves.
 * Over that an a from 160 that is softened and rounded ever more, a sharpened and blended b from 200, an a without
 * its green on a blurred copy from 225.
 */
export function lookClips(sum: (assetId: string) => string): Clip[] {
  const place = { trackId: "looks", duration: frameAt(20) };
  return [
    mediaClip({
      ...place,
      id: "graded",
      assetId: "b",
      checksum: sum("b"),
      start: frameAt(200),
      sourceStart: frameAt(100),
      look: GRADED,
    }),
    mediaClip({
      ...place,
      id: "mirrored",
      assetId: "a",
      checksum: sum("a"),
      start: frameAt(220),
      sourceStart: frameAt(60),
      look: { ...PLAIN_LOOK, flipX: true, exposureEv: -0.5, cropBottom: 0.3, curves: CURVES },
    }),
    mediaClip({
      ...place,
      trackId: "effects",
      id: "softened",
      assetId: "a",
      checksum: sum("a"),
      start: frameAt(160),
      duration: frameAt(12),
      sourceStart: frameAt(90),
      transform: { x: 0.25, y: 0.2, scale: 0.5, rotationDeg: 10 },
      ...SOFTENED,
    }),
    mediaClip({
      ...place,
      trackId: "effects",
      id: "sharpened",
      assetId: "b",
      checksum: sum("b"),
      start: frameAt(200),
      duration: frameAt(12),
      sourceStart: frameAt(90),
      transform: { x: -0.2, y: 0.1, scale: 0.6, rotationDeg: 0 },
      blend: "screen",
      look: { ...PLAIN_LOOK, sharpen: 0.6, maskShape: "ellipse", maskInvert: true },
      keys: { grain: keysTo(0.2, 0.9) },
    }),
    mediaClip({
      ...place,
      trackId: "effects",
      id: "keyed",
      assetId: "a",
      checksum: sum("a"),
      start: frameAt(225),
      duration: frameAt(12),
      sourceStart: frameAt(90),
      transform: { x: -0.2, y: -0.1, scale: 0.5, rotationDeg: 0 },
      look: { ...PLAIN_LOOK, keyColour: "#00ff00", backdrop: true },
      opacity: 0.9,
    }),
  ];
}
