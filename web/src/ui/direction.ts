/** Which way the pages run: as their language does, or from the right for a look at that. */
export const DIRECTIONS = ["auto", "rtl"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const DIRECTION_COOKIE = "cutroom_direction";
const YEAR_S = 31_536_000;

export function pickDirection(cookie: string | undefined): Direction {
  return DIRECTIONS.find((direction) => direction === cookie) ?? "auto";
}

/** The `Set-Cookie` text that remembers a direction for a year. */
export function directionCookie(direction: Direction): string {
  return `${DIRECTION_COOKIE}=${direction}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** The value of the `dir` attribute for pages in `languageTag`. */
export function dirOf(direction: Direction, languageTag: string): "ltr" | "rtl" {
  if (direction === "rtl") return "rtl";
  return /^(ar|fa|he|ur)\b/.test(languageTag) ? "rtl" : "ltr";
}
