/**
 * The task machine (C1). This table is the only statement of what may follow what: types,
 * the database's enum, the guards of every UPDATE and the diagram in ARCHITECTURE derive
 * from it.
 */
export const TASK_STATES = [
  "CREATED",
  "QUEUED",
  "RUNNING",
  "SUCCEEDED",
  "FAILED",
  "CANCELED",
  "EXPIRED",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const taskTransitions = {
  CREATED: { enqueue: "QUEUED", cancel: "CANCELED", expire: "EXPIRED" },
  QUEUED: { claim: "RUNNING", cancel: "CANCELED", expire: "EXPIRED" },
  RUNNING: { succeed: "SUCCEEDED", fail: "FAILED", cancel: "CANCELED", redispatch: "QUEUED" },
  FAILED: { retry: "QUEUED" },
  SUCCEEDED: {},
  CANCELED: {},
  EXPIRED: {},
} as const satisfies Record<TaskState, Partial<Record<string, TaskState>>>;

type EventsOf<S extends TaskState> = keyof (typeof taskTransitions)[S];
export type TaskEvent = { [S in TaskState]: EventsOf<S> }[TaskState];

/** What makes each move, as the diagram says it. */
export const taskMoveNotes: Readonly<Record<TaskEvent, string>> = {
  enqueue: "publishing confirmed",
  claim: "first lease won",
  succeed: "last step done, output stored and checked",
  fail: "retries used up, or not retryable",
  cancel: "asked for, nothing in doubt",
  expire: "waited too long",
  redispatch: "no step at work any more",
  retry: "new round, new reservation",
};

/** The states from which `event` is legal; a guarded UPDATE names exactly these. */
export function sourcesOf(event: TaskEvent): readonly TaskState[] {
  return TASK_STATES.filter((state) => event in taskTransitions[state]);
}

/** Where `event` leads from `state`, or null when the move is illegal. */
export function nextTaskState(state: TaskState, event: TaskEvent): TaskState | null {
  const moves: Partial<Record<TaskEvent, TaskState>> = taskTransitions[state];
  return moves[event] ?? null;
}

/** The one state that `event` leads to, wherever it starts. */
export function targetOf(event: TaskEvent): TaskState {
  const target = sourcesOf(event).map((state) => nextTaskState(state, event))[0];
  if (target === undefined || target === null) throw new Error(`no state knows ${event}`);
  return target;
}

export const TERMINAL_TASK_STATES = ["SUCCEEDED", "FAILED", "CANCELED", "EXPIRED"] as const;
export function isTerminal(state: TaskState): boolean {
  return (TERMINAL_TASK_STATES as readonly TaskState[]).includes(state);
}

/** A step may be claimed while its task is in one of these: the first claim makes it RUNNING. */
export const CLAIMABLE_TASK_STATES = ["QUEUED", "RUNNING"] as const;
