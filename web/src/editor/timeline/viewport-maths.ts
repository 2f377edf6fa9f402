import { FLICKS_PER_SECOND, type Flicks, type Rate, framesToFlicks } from "@cutroom/timeline";

/** What part of the timeline a lane shows. */
export interface View {
  /** Time at the left edge of the lanes, flicks; never negative. */
  readonly scrollFlicks: Flicks;
  readonly pxPerSecond: number;
  /** Of the visible lanes, pixels. */
  readonly widthPx: number;
}

/** At the far end one frame of 24 fps is 50 px wide; at the near end an hour is 360 px. */
export const MAX_PX_PER_SECOND = 1_200;
export const MIN_PX_PER_SECOND = 0.1;
/** Room after the last clip, so that its end can be grabbed and things dropped behind it. */
const TAIL_PX = 240;

export function flicksToPx(view: View, time: Flicks): number {
  return ((time - view.scrollFlicks) / FLICKS_PER_SECOND) * view.pxPerSecond;
}

export function pxToFlicks(view: View, px: number): Flicks {
  return Math.round(view.scrollFlicks + (px / view.pxPerSecond) * FLICKS_PER_SECOND);
}

/** A length in pixels as flicks, wherever it lies. */
export function pxToDuration(view: View, px: number): Flicks {
  return Math.round((px / view.pxPerSecond) * FLICKS_PER_SECOND);
}

function clampZoom(pxPerSecond: number): number {
  return Math.min(MAX_PX_PER_SECOND, Math.max(MIN_PX_PER_SECOND, pxPerSecond));
}

/** The furthest the view may scroll for content of `duration`. */
export function maxScroll(view: View, duration: Flicks): Flicks {
  return Math.max(0, duration + pxToDuration(view, TAIL_PX) - pxToDuration(view, view.widthPx));
}

/** Scrolls by pixels and stays within the content. */
export function scrollBy(view: View, px: number, duration: Flicks): View {
  const wanted = view.scrollFlicks + pxToDuration(view, px);
  return {
    ...view,
    scrollFlicks: Math.max(
      0,
      Math.min(wanted, Math.max(view.scrollFlicks, maxScroll(view, duration))),
    ),
  };
}

/** Zooms by `factor` and keeps the time under `anchorPx` where it is, except at the left end. */
export function zoomAt(view: View, factor: number, anchorPx: number): View {
  const pxPerSecond = clampZoom(view.pxPerSecond * factor);
  const anchored = pxToFlicks(view, anchorPx);
  const scroll = anchored - (anchorPx / pxPerSecond) * FLICKS_PER_SECOND;
  return { ...view, pxPerSecond, scrollFlicks: Math.max(0, Math.round(scroll)) };
}

/** The whole content in view, with a little room behind it; an empty timeline shows a minute. */
export function fit(view: View, duration: Flicks): View {
  const seconds = duration > 0 ? duration / FLICKS_PER_SECOND : 60;
  const usable = Math.max(80, view.widthPx - 64);
  return { ...view, scrollFlicks: 0, pxPerSecond: clampZoom(usable / seconds) };
}

/** Scrolls only if `time` is outside; then it lies a tenth inside the nearer edge. */
export function reveal(view: View, time: Flicks): View {
  const px = flicksToPx(view, time);
  if (px >= 0 && px <= view.widthPx) return view;
  const margin = view.widthPx * (px < 0 ? 0.9 : 0.1);
  return { ...view, scrollFlicks: Math.max(0, time - pxToDuration(view, margin)) };
}

interface RulerStep {
  /** Distance of labelled ticks. */
  readonly major: Flicks;
  /** Unlabelled ticks between two labelled ones, plus one. */
  readonly parts: number;
}

const SECOND_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200] as const;
const FRAME_STEPS = [1, 2, 5, 10] as const;
const LABEL_PX = 92;

/** Ticks far enough apart to be read, on whole frames when zoomed in and whole seconds else. */
export function rulerStep(pxPerSecond: number, fps: Rate): RulerStep {
  const pxPerFrame = (pxPerSecond * fps.d) / fps.n;
  const nominal = Math.round(fps.n / fps.d);
  for (const frames of FRAME_STEPS) {
    if (frames < nominal && frames * pxPerFrame >= LABEL_PX) {
      return { major: framesToFlicks(frames, fps), parts: frames };
    }
  }
  for (const seconds of SECOND_STEPS) {
    if (seconds * pxPerSecond >= LABEL_PX) {
      return { major: seconds * FLICKS_PER_SECOND, parts: seconds % 5 === 0 ? 5 : 4 };
    }
  }
  return { major: 14_400 * FLICKS_PER_SECOND, parts: 4 };
}
