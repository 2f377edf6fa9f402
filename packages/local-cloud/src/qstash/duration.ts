const UNITS_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};

/** `1d10h`, `50s`, or a bare number of seconds -> ms; null when it is neither. */
export function parseDurationMs(text: string): number | null {
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  if (!/^(?:\d+(?:\.\d+)?[dhms])+$/u.test(text)) return null;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([dhms])/gu)) {
    totalMs += Number(amount) * (UNITS_MS[unit ?? ""] ?? 0);
  }
  return totalMs;
}
