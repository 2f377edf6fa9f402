/**
 * A camera over pictures that are there already. It begins on exactly the first picture and, where
 * there is a last one, ends on exactly that: so a clip goes on where another ended.
 */
import type { ClipSize } from "@cutroom/domain";
import { place } from "../paint/frame.ts";
import type { Frame, View } from "../paint/frame.ts";
import type { Painter } from "../paint/painter.ts";
import type { Storyboard } from "../storyboard.ts";

/** RGBA of the storyboard's painted size, four bytes a pixel, nothing transparent. */
export type Picture = Uint8ClampedArray;

/** How far the camera comes closer in one clip; what it may pan follows from that. */
const ZOOM = 0.14;
/** Shares of the clip between which one picture becomes the other. */
const BLEND_FROM = 0.3;
const BLEND_TO = 0.7;

const smooth = (share: number) => share * share * (3 - 2 * share);

/** Where the camera is once it has come `near`, 0 to 1: never so far that an edge shows. */
function viewOf(board: Storyboard, near: number): View {
  const { width, height } = board.painted;
  const scale = 1 + ZOOM * near;
  const room = 0.8 * ((scale - 1) / 2);
  switch (board.motion) {
    case "left":
      return { x: room * width, y: 0, scale };
    case "right":
      return { x: -room * width, y: 0, scale };
    case "rise":
      return { x: 0, y: room * height, scale };
    case "push-in":
    case "pull-out":
      return { x: 0, y: 0, scale };
  }
}

function sheetOf({ width, height }: ClipSize, pixels: Picture) {
  return { width, height, pixels, words: new Uint32Array(pixels.buffer, pixels.byteOffset) };
}

function mix(frame: Frame, over: Frame, share: number): void {
  const { pixels } = frame;
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = (pixels[at] ?? 0) * (1 - share) + (over.pixels[at] ?? 0) * share;
  }
}

/** The same board and pictures give the same frames. */
export function animatePictures(
  board: Storyboard,
  first: Picture,
  last: Picture | null = null,
): Painter {
  const { painted } = board;
  const newFrame = (): Frame => ({
    ...painted,
    pixels: new Uint8ClampedArray(painted.width * painted.height * 3),
  });
  const [frame, over] = [newFrame(), newFrame()];
  const from = sheetOf(painted, first);
  const to = last === null ? null : sheetOf(painted, last);
  return {
    frame: (index) => {
      const share = board.frames > 1 ? index / (board.frames - 1) : 0;
      const blend = Math.min(1, Math.max(0, (share - BLEND_FROM) / (BLEND_TO - BLEND_FROM)));
      const shown = to === null ? 0 : smooth(blend);
      if (shown < 1) place(frame, from, 0, viewOf(board, smooth(share)));
      if (to !== null && shown > 0) {
        place(over, to, 0, viewOf(board, smooth(1 - share)));
        mix(frame, over, shown);
      }
      return frame.pixels;
    },
  };
}
