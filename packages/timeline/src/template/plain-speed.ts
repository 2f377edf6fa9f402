/** Places have one speed throughout, whatever the clips that come of them are given later. */
import type { Flicks, Rate } from "../time.ts";

/** Source flicks that `duration` flicks of timeline read. */
export function readSpan(duration: Flicks, { n, d }: Rate): Flicks {
  return Math.floor((duration * n) / d);
}

/** Timeline flicks that `span` flicks of source fill. */
export function filledSpan(span: Flicks, { n, d }: Rate): Flicks {
  return Math.floor((span * d) / n);
}
