/**
 * When a plan's monthly credits come again: on the day of the month on which the workspace was
 * opened, or on the month's last day where there is no such day. Counted from the opening, so
 * that a short month shifts nothing after it. All in UTC.
 */

function monthsAfter(openedAt: Date, months: number): Date {
  const day = openedAt.getUTCDate();
  const moved = new Date(openedAt);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return moved;
}

/** The first renewal that is later than `after`, which is not before the opening. */
export function nextRenewal(openedAt: Date, after: Date): Date {
  const years = after.getUTCFullYear() - openedAt.getUTCFullYear();
  const months = years * 12 + after.getUTCMonth() - openedAt.getUTCMonth();
  const candidate = monthsAfter(openedAt, months);
  return candidate > after ? candidate : monthsAfter(openedAt, months + 1);
}

/** What names the credits of the month that begins at `renewsAt`: once each (C6). */
export function renewalCause(renewsAt: Date): string {
  return `plan-${renewsAt.toISOString().slice(0, 10)}`;
}
