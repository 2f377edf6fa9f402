/** What a plan is made of: named figures, each with how it came about. */
export interface Figure<Name extends string = string> {
  readonly name: Name;
  readonly value: number;
  /** Decimals that it is printed with. */
  readonly digits: number;
  /** In words and numbers that a reader can check. */
  readonly by: string;
}

export function figure<const Name extends string>(
  name: Name,
  value: number,
  by: string,
  digits = 0,
): Figure<Name> {
  return { name, value, digits, by };
}

export const SECONDS_PER_DAY = 86_400;
export const DAYS_PER_MONTH = 30;

/** `name=value`, and how it came about behind it. */
export function printFigures(figures: readonly Figure[]): string {
  const lines = figures.map(({ name, value, digits, by }) => ({
    said: `${name}=${value.toFixed(digits)}`,
    by,
  }));
  const width = Math.max(...lines.map(({ said }) => said.length));
  return lines.map(({ said, by }) => `${said.padEnd(width)}  ${by}`).join("\n");
}
