/** Sounds with everything that moves them: places, keys of volume, tracks, ducking. */
import { DEFAULT_DUCKING, applyEdit, framesToFlicks } from "@cutroom/timeline";
import type { Edit, ProjectDocument } from "@cutroom/timeline";
import type { SoundPeaks } from "../ducking.ts";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const SECOND = 705_600_000;
const at = (frame: number) => framesToFlicks(frame, FPS_30);

const plain = documentOf([
  {
    kind: "video",
    clips: [
      { id: "first", asset: "b30", at: 10, frames: 12 },
      { id: "second", asset: "a30", at: 52, frames: 14, sourceStart: SECOND, audio: { pan: -0.6 } },
    ],
  },
  {
    kind: "audio",
    clips: [
      {
        id: "music",
        asset: "tone",
        mediaKind: "audio",
        at: 0,
        frames: 90,
        audio: { gainDb: -6, fadeOut: SECOND / 3 },
      },
    ],
  },
  {
    kind: "audio",
    clips: [
      {
        id: "swell",
        asset: "tone",
        mediaKind: "audio",
        at: 20,
        frames: 40,
        audio: {
          gainKeys: [
            { at: 0, value: -50, ease: [0.42, 0, 0.58, 1] },
            { at: at(20), value: -12, ease: "hold" },
            { at: at(30), value: -20, ease: [0, 0, 1, 1] },
          ],
        },
      },
    ],
  },
]);

function edited(document: ProjectDocument, edit: Edit): ProjectDocument {
  const done = applyEdit(document, edit);
  if (!done.ok) throw new Error(done.failure.code);
  return done.value.document;
}

/** Speech on the first track, music that gives way to it on the others. */
const mixed = [
  { trackId: "track1", ducking: { ...DEFAULT_DUCKING, depthDb: 14 }, pan: 0.3 },
  { trackId: "track2", ducking: DEFAULT_DUCKING, pan: 1, gainDb: -3 },
].reduce((document, change) => edited(document, { type: "set-track", ...change }), plain);

/** As loud as a sine at half of full scale, `seconds` long. */
function peaksOf(seconds: number): SoundPeaks {
  return { perSecond: 100, levels: [new Uint8Array(seconds * 100).fill(64)] };
}

export const SOUND_PEAKS = { a30: peaksOf(3), b30: peaksOf(3), tone: peaksOf(4) };

export const SOUND_PROJECT: GoldenProject = {
  name: "sound-moves",
  target: { width: 320, height: 180, rate: FPS_30 },
  peaks: SOUND_PEAKS,
  document: mixed,
};
