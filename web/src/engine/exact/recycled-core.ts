/**
 * One FFmpeg instance at a time, replaced after any error, which makes it suspect, and before it
 * is old. One that nobody needs is ended: its memory only ever grows.
 */
import type { CoreJob } from "./core-worker.ts";

/** One loaded FFmpeg. */
export interface Core {
  /** What the job wrote; rejects when FFmpeg ends with an error. One job at a time. */
  run(job: CoreJob): Promise<Uint8Array>;
  /** Ends its worker at once, whatever it does. */
  end(): void;
}

/** It loads for a second, and has done twelve hundred jobs in a row (measured). */
const JOBS_PER_CORE = 200;
const IDLE_MS = 60_000;

export class RecycledCore {
  readonly #load: () => Promise<Core>;
  #core: Promise<Core> | null = null;
  #jobs = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Core>) {
    this.#load = load;
  }

  /** Runs `job` on a healthy instance; one that failed is never used again. One job at a time. */
  async use<T>(job: (core: Core) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.#core ??= this.#load();
    this.#jobs += 1;
    try {
      const answer = await job(await this.#core);
      if (this.#jobs >= JOBS_PER_CORE) await this.#renew();
      this.#idle = setTimeout(() => this.close(), IDLE_MS);
      return answer;
    } catch (error) {
      await this.#drop();
      throw error;
    }
  }

  close(): void {
    this.#drop().catch(() => {});
  }

  /** Loads the next one at once, so that no job waits for it that comes a moment later. */
  async #renew(): Promise<void> {
    await this.#drop();
    const next = this.#load();
    this.#core = next;
    next.catch(() => {
      if (this.#core === next) this.#core = null;
    });
  }

  async #drop(): Promise<void> {
    clearTimeout(this.#idle);
    const core = this.#core;
    this.#core = null;
    this.#jobs = 0;
    // One that never loaded has nothing to end.
    await core?.then(
      (loaded) => loaded.end(),
      () => {},
    );
  }
}
