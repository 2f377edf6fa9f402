/** All that a running step may touch: its directory, one engine, its own time. */
import type { Clock, MediaEngine } from "@cutroom/ports";

export interface JobContext {
  readonly engine: MediaEngine;
  /** Private to this job; removed with everything in it when the job ends. */
  readonly directory: string;
  /** Aborts on cancel, lost lease, shutdown. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly deadlineAtMs: number;
  /** 0-100, never falling; sent with the next heartbeat. */
  readonly progress: (percent: number) => void;
  /** One line for operators per event; never shown to users. */
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** CPU time of the engine so far. */
  readonly cpu: { ms: number };
}
