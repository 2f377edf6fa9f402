/** Captions in every place and script, two at a time, with words that light up. */
import { DEFAULT_CAPTION_STYLE, framesToFlicks } from "@cutroom/timeline";
import type { CaptionClip, CaptionStyle, ProjectDocument } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const flicks = (frames: number) => framesToFlicks(frames, FPS_30);

export interface CueSketch {
  readonly text: string;
  readonly at: number;
  readonly frames: number;
  /** [frame of the cue, from, to] */
  readonly words?: readonly (readonly [number, number, number])[];
  readonly changes?: Partial<CaptionClip>;
}

/** The document with a caption track on top. */
export function withCaptions(
  document: ProjectDocument,
  trackId: string,
  cues: readonly CueSketch[],
  style: Partial<CaptionStyle> = {},
): ProjectDocument {
  const clips = cues.map((cue, index): [string, CaptionClip] => {
    const id = `${trackId}-${index}`;
    const words = cue.words?.map(([frame, from, to]) => ({ at: flicks(frame), from, to }));
    return [
      id,
      {
        kind: "caption",
        id,
        trackId,
        name: "",
        start: flicks(cue.at),
        duration: flicks(cue.frames),
        linkId: null,
        text: cue.text,
        ...(words && { words }),
        transform: { x: 0, y: 0, scale: 1, rotationDeg: 0 },
        opacity: 1,
        fadeIn: 0,
        fadeOut: 0,
        ...cue.changes,
      },
    ];
  });
  const flags = { muted: false, solo: false, locked: false, hidden: false };
  const captionStyle = { ...DEFAULT_CAPTION_STYLE, ...style };
  const track = { id: trackId, kind: "caption" as const, name: trackId, ...flags, captionStyle };
  return {
    ...document,
    trackOrder: [...document.trackOrder, trackId],
    tracks: { ...document.tracks, [trackId]: track },
    clips: { ...document.clips, ...Object.fromEntries(clips) },
  };
}

const film = documentOf([
  { kind: "video", clips: [{ id: "film", asset: "a30", at: 0, frames: 60 }] },
]);

const spoken = withCaptions(
  film,
  "spoken",
  [
    { text: "A line that is far too long for one line of this frame", at: 2, frames: 16 },
    {
      text: "Word by word",
      at: 18,
      frames: 24,
      words: [
        [2, 0, 4],
        [9, 5, 7],
        [15, 8, 12],
      ],
    },
    { text: "after the end", at: 50, frames: 40, changes: { fadeIn: flicks(4) } },
    { text: "never seen", at: 100, frames: 20 },
  ],
  { size: 0.09 },
);

export const CAPTIONS_PROJECT: GoldenProject = {
  name: "captions",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: withCaptions(
    spoken,
    "above",
    [
      { text: "他说：「一行很长的中文字幕会在合适的地方换行。」", at: 0, frames: 30 },
      { text: "مرحبا بالعالم", at: 30, frames: 25 },
    ],
    {
      anchor: "top",
      size: 0.1,
      boxColour: null,
      outlineColour: "#202020",
      outlineWidth: 0.08,
      highlightColour: null,
      maxWidth: 0.7,
    },
  ),
};
