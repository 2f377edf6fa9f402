import { type Batch, type Change, countForBatch, makeBatch } from "../session/batch.ts";

/**
 * saved: the server has everything. unsaved: changes wait for the pause after typing. saving: a
 * request is on its way. offline: it could not be sent and will be again. conflict: somebody
 * else changed the project. refused: the server does not take the change.
 */
export type SaveStatus = "saved" | "unsaved" | "saving" | "offline" | "conflict" | "refused";

export interface SaveSlice {
  readonly saveStatus: SaveStatus;
  /** Why the server refused, as a problem code. */
  readonly refusal: string | null;
}

export const initialSave: SaveSlice = { saveStatus: "saved", refusal: null };

export type SendOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  | { readonly kind: "conflict" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "refused"; readonly code: string };

export interface SaverDeps {
  /** What is not with the server yet. */
  readonly read: () => {
    readonly revision: number;
    readonly inFlight: Batch | null;
    readonly unsent: readonly Change[];
  };
  /** Freezes `count` changes into `batch`. It must be durable before it is sent. */
  readonly freeze: (batch: Batch, count: number) => void;
  readonly acknowledge: (batchId: string, revision: number) => void;
  readonly send: (batch: Batch) => Promise<SendOutcome>;
  readonly nextId: () => string;
  readonly setTimer: (run: () => void, delayMs: number) => () => void;
  readonly onState: (state: SaveSlice) => void;
}

export interface Saver {
  /** A change was made: send after a short pause. */
  readonly changed: () => void;
  /** Send now: leaving, exporting, pressing save, back online. Ends when all is answered or stuck. */
  readonly flush: () => Promise<SaveStatus>;
  /** The conflict or refusal was resolved by taking another document. */
  readonly reset: () => void;
  readonly stop: () => void;
}

export const SAVE_PAUSE_MS = 800;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** The batch that must go next: the frozen one again, or a new one of what is unsent. */
function nextBatch(deps: SaverDeps): Batch | null {
  const { inFlight, unsent, revision } = deps.read();
  if (inFlight !== null) return inFlight;
  const count = countForBatch(unsent);
  if (count === 0) return null;
  const batch = makeBatch(deps.nextId(), revision, unsent.slice(0, count));
  deps.freeze(batch, count);
  return batch;
}

/** One timer at a time. */
function createAlarm(setTimer: SaverDeps["setTimer"], ring: () => void) {
  let cancel: (() => void) | null = null;
  const off = () => {
    cancel?.();
    cancel = null;
  };
  return {
    off,
    set: (delayMs: number) => {
      off();
      cancel = setTimer(() => {
        cancel = null;
        ring();
      }, delayMs);
    },
  };
}

/** Sends changes in order, one request at a time; a retry repeats the same batch id (I4, E1). */
export function createSaver(deps: SaverDeps): Saver {
  let state = initialSave;
  let running: Promise<SaveStatus> | null = null;
  let failures = 0;
  let stopped = false;
  const alarm = createAlarm(deps.setTimer, () => void flush());

  const set = (next: Partial<SaveSlice>) => {
    state = { ...state, ...next };
    deps.onState(state);
  };
  const settle = (batch: Batch, outcome: SendOutcome): boolean => {
    if (outcome.kind === "saved") {
      failures = 0;
      deps.acknowledge(batch.id, outcome.revision);
      return true;
    }
    if (outcome.kind === "unreachable") {
      set({ saveStatus: "offline" });
      alarm.set(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000);
      failures += 1;
    } else if (outcome.kind === "conflict") set({ saveStatus: "conflict" });
    else set({ saveStatus: "refused", refusal: outcome.code });
    return false;
  };
  const run = async (): Promise<SaveStatus> => {
    for (let batch = nextBatch(deps); batch !== null; batch = nextBatch(deps)) {
      set({ saveStatus: "saving" });
      const outcome = await deps.send(batch);
      if (stopped || !settle(batch, outcome)) return state.saveStatus;
    }
    set({ saveStatus: "saved", refusal: null });
    return state.saveStatus;
  };
  const blocked = () =>
    stopped || state.saveStatus === "conflict" || state.saveStatus === "refused";
  const flush = (): Promise<SaveStatus> => {
    if (running !== null) return running;
    if (blocked()) return Promise.resolve(state.saveStatus);
    alarm.off();
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    changed: () => {
      if (blocked() || running !== null || state.saveStatus === "offline") return;
      set({ saveStatus: "unsaved" });
      alarm.set(SAVE_PAUSE_MS);
    },
    flush,
    reset: () => {
      failures = 0;
      set(initialSave);
    },
    stop: () => {
      stopped = true;
      alarm.off();
    },
  };
}
