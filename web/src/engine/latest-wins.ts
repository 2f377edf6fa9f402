/**
 * One job at a time; while it runs, only the newest request waits and older ones are dropped.
 * A scrub over a thousand frames therefore costs as many decodes as the machine can do.
 */
export class LatestWins<Request, Answer> {
  readonly #run: (request: Request) => Promise<Answer>;
  #busy = false;
  #waiting: { readonly request: Request; settle: (run: boolean) => void } | null = null;

  constructor(run: (request: Request) => Promise<Answer>) {
    this.#run = run;
  }

  /** The answer, or null when a newer request took this one's place. Rejects as `run` does. */
  async ask(request: Request): Promise<Answer | null> {
    this.drop();
    if (this.#busy) {
      const wanted = await new Promise<boolean>((settle) => {
        this.#waiting = { request, settle };
      });
      if (!wanted) return null;
    }
    this.#busy = true;
    try {
      return await this.#run(request);
    } finally {
      this.#busy = false;
      const next = this.#waiting;
      this.#waiting = null;
      // Claimed here, not when the waiter wakes, so that nobody slips in between.
      if (next) this.#busy = true;
      next?.settle(true);
    }
  }

  /** Forgets the waiting request; the running one goes on. */
  drop(): void {
    this.#waiting?.settle(false);
    this.#waiting = null;
  }
}
