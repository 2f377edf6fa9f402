/**
 * When everybody wants one thing (C4, O3): free work of one content, from however many workspaces,
 * is shed while work waits. Fair shares cannot do this, because each of these workspaces asks for
 * no more than its share; together they would take the share of all others.
 */
export const HOT_WINDOW_MS = 60_000;
/** Free submits of one content in the window from which on it is hot, refused ones included. */
export const HOT_SUBMITS = 10;
/** It has become one content among others again, or the queue is shorter. */
export const HOT_RETRY_MS = 30_000;

/** What waits beside what runs, from which on hot content makes everybody else wait. */
const WAITING_SHARE = 0.25;

/** Whether a pool has so much waiting that hot content has to come again later. */
export function shedsHot(pool: { readonly waiting: number; readonly running: number }): boolean {
  return pool.waiting > 0 && pool.waiting >= WAITING_SHARE * pool.running;
}
