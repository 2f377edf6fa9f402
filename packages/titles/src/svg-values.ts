/** The only ways in which numbers and colours get into a picture's SVG. */

const COLOUR = /^#[0-9a-f]{6}$/i;

/** To a thousandth of a pixel. Throws on what is no finite number. */
export function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError("a picture's numbers must be finite");
  return String(Math.round(value * 1000) / 1000);
}

/** Throws on anything but `#rrggbb`. */
export function colour(value: string): string {
  if (!COLOUR.test(value)) throw new RangeError("a picture's colours must be #rrggbb");
  return value;
}
