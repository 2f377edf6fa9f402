/** Tells when nobody is at work on the page: only then is something made that nobody waits for. */

const QUIET_MS = 1_500;
const SIGNS = ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel", "keydown"];

export interface QuietParts {
  /** Where all that a person does is heard of. */
  readonly target: EventTarget;
  readonly nowMs: () => number;
  readonly isHidden: () => boolean;
}

export class QuietTime {
  readonly #parts: QuietParts;
  readonly #listening = new AbortController();
  #lastMs: number;
  #pressed = false;

  constructor(parts: QuietParts) {
    this.#parts = parts;
    this.#lastMs = parts.nowMs();
    const { signal } = this.#listening;
    const hear = (event: Event) => {
      this.#lastMs = parts.nowMs();
      if ("buttons" in event) this.#pressed = event.buttons !== 0;
    };
    for (const sign of SIGNS) {
      parts.target.addEventListener(sign, hear, { capture: true, passive: true, signal });
    }
  }

  /**
   * Ends when there was no input for a while, no button is held and the page is in sight; rejects
   * when `signal` is aborted.
   */
  async until(signal: AbortSignal): Promise<void> {
    for (let leftMs = this.#leftMs(); leftMs > 0; leftMs = this.#leftMs()) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, leftMs));
    }
    signal.throwIfAborted();
  }

  close(): void {
    this.#listening.abort();
  }

  #leftMs(): number {
    if (this.#pressed || this.#parts.isHidden()) return QUIET_MS;
    return this.#lastMs + QUIET_MS - this.#parts.nowMs();
  }
}
