/** Captions as they are before anyone has changed them. */
import type { CaptionClip, CaptionStyle } from "../document.ts";
import { DEFAULT_TRANSFORM } from "../new-clips.ts";
import type { PlacedCue } from "./lay-out-cues.ts";

/** White on a dark box at the lower edge: read over any picture. */
export const DEFAULT_CAPTION_STYLE: CaptionStyle = {
  size: 0.055,
  weight: 600,
  colour: "#ffffff",
  align: "center",
  lineHeight: 1.25,
  outlineColour: null,
  outlineWidth: 0,
  boxColour: "#000000",
  boxOpacity: 0.65,
  shadow: false,
  anchor: "bottom",
  margin: 0.06,
  maxWidth: 0.86,
  highlightColour: "#f2c94c",
};

export function captionClipFrom(cue: PlacedCue, id: string, trackId: string): CaptionClip {
  return {
    kind: "caption",
    id,
    trackId,
    // The text is its name: two of them would have to be kept equal.
    name: "",
    start: cue.start,
    duration: cue.duration,
    linkId: null,
    text: cue.text,
    ...(cue.words === undefined ? {} : { words: cue.words }),
    transform: DEFAULT_TRANSFORM,
    opacity: 1,
    fadeIn: 0,
    fadeOut: 0,
  };
}
