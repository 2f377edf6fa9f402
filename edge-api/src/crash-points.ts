/**
 * The named places where a process may die between two effects. Production passes them by; the
 * simulation stops there, in every way it knows, and fails when a name is never reached.
 */

/** What is true at the point: what has been done, and what has not. */
export const CRASH_POINTS = {
  "submit.prepared": "the work is checked and priced, nothing is taken or stored",
  "submit.slot-taken": "the quota slot is taken, nothing is stored",
  "submit.committed": "the task is stored, nobody has been told",
  "submit.refused": "nothing is stored, the quota slot is still taken",
  "relay.found": "a wake-up is due, nothing is published",
  "relay.published": "the queue has the wake-up, the database does not know",
  "relay.confirmed": "the database knows that the queue has the wake-up",
  "claim.committed": "the step is leased, the worker does not know",
  "renew.committed": "the lease is extended, the worker does not know",
  "complete.checked": "the outputs are in the store, nothing is written",
  "end.committed": "the attempt has ended, its slot is not free",
  "redrive.committed": "a dead letter has a new round, nobody has been woken",
  "cancel.committed": "the task is cancelled, its slot is not free",
  "expire-lease.found": "a lease has run out, nothing is done about it",
  "expire-task.committed": "the task has expired, its slot is not free",
} as const satisfies Readonly<Record<string, string>>;

export type CrashPoint = keyof typeof CRASH_POINTS;

/** Called at a point, outside of transactions; whoever waits for it may never hear back. */
export type Reach = (point: CrashPoint) => Promise<void>;

/** Production's: goes on at once. */
export const passBy: Reach = async () => undefined;
