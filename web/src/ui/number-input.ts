/** What a NumberField does with text and gestures, apart from the screen. */

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Inside the range and on the grid of `step` from zero, without float dust. */
export function settle(value: number, range: NumberRange): number {
  const onGrid = Math.round(value / range.step) * range.step;
  const clean = Number(onGrid.toFixed(6));
  return Math.min(range.max, Math.max(range.min, clean));
}

/**
 * The number that a person typed, or null. Takes a comma or a full stop as the decimal sign,
 * full-width digits, a unit behind it, and a leading += or -= as a change to `current`.
 */
export function readNumber(text: string, current: number): number | null {
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "").replace(",", ".").replace("−", "-");
  const found = /^(?<relative>[+-]=)?(?<number>[+-]?(?:\d+\.?\d*|\.\d+))/.exec(plain);
  if (found?.groups === undefined) return null;
  const number = Number(found.groups["number"]);
  const relative = found.groups["relative"];
  if (relative === undefined) return number;
  return relative === "+=" ? current + number : current - number;
}

/** How many steps a modifier makes of one: Shift ten, Alt a tenth. */
export function stepsPerTick(keys: {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): number {
  if (keys.shiftKey) return 10;
  return keys.altKey ? 0.1 : 1;
}
