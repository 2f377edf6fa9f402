/** Where steps from a frame may lead: more forward than back. */
const STEPS = [1, 2, -1, 3, 4, -2, 5, 6] as const;

/** The frames that are worth having when the playhead rests on `frame`, the likeliest first. */
export function framesAround(frame: number, frameCount: number): readonly number[] {
  return STEPS.map((step) => frame + step).filter((next) => next >= 0 && next < frameCount);
}
