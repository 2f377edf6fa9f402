/**
 * The step machine (C2). A step is one unit of machine work of a task; `attempt` counts its
 * executions and is the fencing token of every write.
 */
export const STEP_STATES = [
  "NEW",
  "READY",
  "RUNNING",
  "RETRY_WAIT",
  "UNKNOWN",
  "SUCCEEDED",
  "FAILED",
  "EXPIRED",
] as const;
export type StepState = (typeof STEP_STATES)[number];

export const stepTransitions = {
  NEW: { ready: "READY", expire: "EXPIRED" },
  READY: { claim: "RUNNING", expire: "EXPIRED" },
  RUNNING: {
    succeed: "SUCCEEDED",
    retry: "RETRY_WAIT",
    lose: "UNKNOWN",
    fail: "FAILED",
    expire: "EXPIRED",
  },
  RETRY_WAIT: { claim: "RUNNING", expire: "EXPIRED" },
  /**
   * Left only by what is known of the vendor's job: `retry` needs the proof that there is none
   * (G2). No `expire`: nothing that time brings about may end a doubt about money.
   */
  UNKNOWN: { succeed: "SUCCEEDED", retry: "RETRY_WAIT", fail: "FAILED" },
  SUCCEEDED: {},
  FAILED: {},
  EXPIRED: {},
} as const satisfies Record<StepState, Partial<Record<string, StepState>>>;

type EventsOf<S extends StepState> = keyof (typeof stepTransitions)[S];
export type StepEvent = { [S in StepState]: EventsOf<S> }[StepState];

/** What makes each move, as the diagram says it. */
export const stepMoveNotes: Readonly<Record<StepEvent, string>> = {
  ready: "everything it needs has succeeded",
  claim: "lease won, attempt + 1",
  succeed: "result stored",
  retry: "transient, budget left",
  lose: "request sent, outcome not known",
  fail: "for good",
  expire: "its task ends first",
};

/** The states from which `event` is legal; a guarded UPDATE names exactly these. */
export function stepSourcesOf(event: StepEvent): readonly StepState[] {
  return STEP_STATES.filter((state) => event in stepTransitions[state]);
}

/** Where `event` leads from `state`, or null when the move is illegal. */
export function nextStepState(state: StepState, event: StepEvent): StepState | null {
  const moves: Partial<Record<StepEvent, StepState>> = stepTransitions[state];
  return moves[event] ?? null;
}

/** The one state that `event` leads to, wherever it starts. */
export function stepTargetOf(event: StepEvent): StepState {
  const target = stepSourcesOf(event).map((state) => nextStepState(state, event))[0];
  if (target === undefined || target === null) throw new Error(`no step state knows ${event}`);
  return target;
}
