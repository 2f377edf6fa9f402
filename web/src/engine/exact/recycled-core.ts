/**
 * One FFmpeg instance at a time, replaced before it wears out: after some dozens of runs the
 * WebAssembly core dies with "memory access out of bounds", and after any error it is suspect. One
 * that nobody needs is ended: its memory only ever grows.
 */

/** One loaded FFmpeg with its own small file system. */
export interface Core {
  write(fileName: string, bytes: Uint8Array): Promise<void>;
  /** The exit code. */
  run(args: readonly string[], timeoutMs: number): Promise<number>;
  read(fileName: string): Promise<Uint8Array>;
  remove(fileName: string): Promise<void>;
  /** Ends its worker at once, whatever it does. */
  end(): void;
}

const JOBS_PER_CORE = 10;
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
