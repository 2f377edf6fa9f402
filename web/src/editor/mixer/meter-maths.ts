/** The lowest level that a meter shows. */
export const FLOOR_DB = -60;
/** Where the export's limiter begins. */
export const LIMIT_DB = -1;
/** How fast a meter falls: as fast as the eye follows. */
const FALL_DB_PER_S = 24;

export function toDb(peak: number): number {
  return peak <= 0 ? FLOOR_DB : Math.max(FLOOR_DB, 20 * Math.log10(peak));
}

/** The shown level after `seconds`: up at once, down slowly. */
export function fallen(shownDb: number, nowDb: number, seconds: number): number {
  return Math.max(FLOOR_DB, nowDb, shownDb - FALL_DB_PER_S * seconds);
}

/** Share of the meter's length. */
export function meterShare(db: number): number {
  return Math.min(1, Math.max(0, (db - FLOOR_DB) / -FLOOR_DB));
}
