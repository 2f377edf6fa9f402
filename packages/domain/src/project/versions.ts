const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Up to this age one version of every span is offered; the older, the wider apart. */
const SPANS = [
  { untilMs: HOUR_MS, spanMs: 5 * MINUTE_MS },
  { untilMs: DAY_MS, spanMs: 30 * MINUTE_MS },
  { untilMs: 30 * DAY_MS, spanMs: DAY_MS },
  { untilMs: Number.POSITIVE_INFINITY, spanMs: 7 * DAY_MS },
] as const;

export interface StoredRevision {
  readonly revision: number;
  readonly createdAtMs: number;
  readonly isNamed: boolean;
}

/**
 * Which of a project's revisions are worth offering to a person (E1): the newest one, every named
 * one, and the last one of each span of time. Spans are counted from the epoch, so that the same
 * revision is offered whenever it is asked. At most `limit` unnamed ones, the newest.
 *
 * @param revisions newest first
 */
export function chooseVersions<Revision extends StoredRevision>(
  revisions: readonly Revision[],
  now: { readonly nowMs: number; readonly limit: number },
): readonly Revision[] {
  const seen = new Set<string>();
  let unnamed = 0;
  return revisions.filter((row) => {
    const ageMs = now.nowMs - row.createdAtMs;
    const { spanMs } = SPANS.find(({ untilMs }) => ageMs < untilMs) ?? SPANS[3];
    const span = `${spanMs}:${Math.floor(row.createdAtMs / spanMs)}`;
    const isFirst = !seen.has(span);
    seen.add(span);
    if (row.isNamed) return true;
    if (!isFirst || unnamed >= now.limit) return false;
    unnamed += 1;
    return true;
  });
}
