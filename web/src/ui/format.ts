/** How sizes and lengths read, everywhere outside of the timeline. */

const SECOND_MS = 1_000;

/** 1:23, or 1:02:03 from an hour on. Under a second reads 0:01, so that nothing looks empty. */
export function formatDuration(durationMs: number): string {
  const total = durationMs > 0 ? Math.max(1, Math.round(durationMs / SECOND_MS)) : 0;
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = String(total % 60).padStart(2, "0");
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** Decimal units, as file managers show them: 999 B, 1.2 MB, 34 MB. */
export function formatBytes(bytes: number, locale: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  const number = value.toLocaleString(locale, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  });
  return `${number} ${UNITS[unit] ?? ""}`;
}

/** 25, 29.97, 23.976: as the trade writes rates, without the unit. */
export function formatRate(rate: { readonly n: number; readonly d: number }): string {
  return String(Number((rate.n / rate.d).toFixed(3)));
}

/**
 * 1920 × 1080, in this order in every language: where text runs from right to left the numbers
 * would change places.
 */
export function formatFrame(width: number, height: number): string {
  const [isolate, end] = ["\u2066", "\u2069"];
  return `${isolate}${width} × ${height}${end}`;
}
